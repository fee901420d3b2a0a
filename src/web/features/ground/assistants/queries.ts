import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import { ApiError, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'

const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The program that asks to connect. Read once: after the answer, the request is gone. */
export const requestQuery = (uid: string) =>
  queryOptions({
    queryKey: ['connect', uid],
    queryFn: async ({ signal }) =>
      known(await call(assistantEndpoints.readRequest, { params: { uid } }, { signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

const go = ({ redirect_to: address }: { redirect_to: string }) => window.location.assign(address)

/** Lets the assistant in and leaves for it. */
export const useAllow = (uid: string) =>
  useMutation({
    mutationFn: async (mayWrite: boolean) =>
      go(known(await call(assistantEndpoints.allow, { params: { uid }, body: { may_write: mayWrite } }))),
  })

/** Refuses it and leaves for it. */
export const useRefuse = (uid: string) =>
  useMutation({
    mutationFn: async () => go(known(await call(assistantEndpoints.refuse, { params: { uid } }))),
  })

/** The user's assistants that are connected by consent, and how assistants may connect. */
export const assistantsQuery = queryOptions({
  queryKey: ['assistants', 'own'],
  queryFn: async ({ signal }) => known(await call(assistantEndpoints.listOwn, {}, { signal })),
})

/** An assistant that is already disconnected is no error. */
export function useDisconnectAssistant() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      call(assistantEndpoints.disconnect, { params: { id } }).catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.disconnected }),
    onError: handleError(MESSAGES.notDisconnected),
    onSettled: () => {
      for (const noun of ['assistants', 'audit']) void queries.invalidateQueries({ queryKey: [noun] })
    },
  })
}
