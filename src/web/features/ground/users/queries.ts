import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { type User, type UserChange, userEndpoints } from '#shared/features/ground/users/contract.ts'
import { ApiError, refusalOf } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useRecords } from '#web/api/records.ts'
import { session } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'
import type { PeopleSearch } from './search.ts'

/** Roles only change with a release. */
const ROLES_STALE_MS = 10 * 60_000

export const usersQuery = ({ query, page, sort, sortOrder }: PeopleSearch) =>
  queryOptions({
    queryKey: ['users', 'list', { query, page, sort, sortOrder }],
    queryFn: async ({ signal }) => {
      const asked = { page, sort, sortOrder, ...(query === '' ? {} : { query }) }
      const found = await call(userEndpoints.list, { query: asked }, { signal })
      // Only holders of ManageUsers can open the screen, and they get complete rows.
      return { rows: (found?.nodes ?? []) as User[], total: found?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
  })

/** One user; null if none has this id. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) =>
      call(userEndpoints.read, { params: { id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

/** The sessions of a user. */
export const userSessionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'sessions', id],
    queryFn: async ({ signal }) =>
      (await call(userEndpoints.listSessions, { params: { id } }, { signal })) ?? [],
  })

/** Ends all sessions of a user. For the current user, the current session stays. */
export function useSignOutUser(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(userEndpoints.endSessions, { params: { id } }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.signedOut }),
    onError: handleError(MESSAGES.notSignedOut),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: userSessionsQuery(id).queryKey }),
        queries.invalidateQueries({ queryKey: ['audit', 'person', id] }),
      ]),
  })
}

/** All users by name, including locked ones; for filters. */
export const allUsersQuery = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: ({ signal }) => call(userEndpoints.listAll, {}, { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(authEndpoints.listRoles, {}, { signal }),
  staleTime: ROLES_STALE_MS,
})

export type UserValues = z.input<typeof UserChange>

/** Updates the session after the user changed their own name or role, so that the menu matches at once. */
async function refreshOwnProfile(changed: User | null) {
  if (changed === null || changed.id !== session.user()?.id) return
  const profile = await call(authEndpoints.profile)
  if (profile) session.refresh(profile)
}

/** The user as someone else saved them, if that is why a save was refused. */
export const currentUserIn = (error: unknown): User | null =>
  refusalOf(userEndpoints.update, 409, error)?.current ?? null

const userId = ({ id }: User) => id

/** The users with this browser's own changes applied. */
export const useUserRecords = () => useRecords('user', userId)

/** Creates a user, or changes the one with this id. */
export function useSaveUser(id: number | null) {
  const queries = useQueryClient()
  const { keep } = useUserRecords()
  return useMutation({
    mutationFn: (body: UserValues) =>
      id === null
        ? call(userEndpoints.create, { body })
        : call(userEndpoints.update, { params: { id }, body }),
    onSuccess: async (user) => {
      keep(user)
      if (user) queries.setQueryData(userQuery(user.id).queryKey, user)
      notify({ kind: 'success', title: id === null ? MESSAGES.created : MESSAGES.updated })
      void queries.invalidateQueries({ queryKey: ['users'] })
      await refreshOwnProfile(user).catch(() => undefined)
    },
  })
}

/** Mails the invitation again, or a test mail if the user already has a password. */
export function useSendTestEmail() {
  return useMutation({
    mutationFn: (user: User) => call(userEndpoints.resendEmail, { params: { id: user.id } }),
    onSuccess: (answer, user) =>
      notify({ kind: 'success', title: answer?.message ?? 'Email sent.', description: user.username }),
    onError: handleError(MESSAGES.mailFailed),
  })
}
