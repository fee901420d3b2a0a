import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type SavedView,
  type StartChoice,
  savedViewEndpoints,
  type ViewScreen,
} from '#shared/features/ground/saved-views/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { call } from '#web/api/client.ts'
import { useMutation } from '#web/api/use-mutation.ts'

type ViewBody = Sent<typeof savedViewEndpoints.create>['body']

const VIEWS = ['saved-views'] as const

/** A screen's views: the user's own and the team's. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: [...VIEWS, screen],
    queryFn: ({ signal }) => call(savedViewEndpoints.list, { query: { screen } }, { signal }),
  })

/** The request body that saves a view unchanged. */
export const bodyOf = ({ screen, name, search, is_team: isTeam }: SavedView): ViewBody => ({
  screen,
  name,
  search,
  is_team: isTeam,
})

/** Creates a view if `id` is null, otherwise saves it. */
export function useSaveView() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: ViewBody }) =>
      id === null
        ? call(savedViewEndpoints.create, { body })
        : call(savedViewEndpoints.update, { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: VIEWS }),
  })
}

export function useRemoveView() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(savedViewEndpoints.remove, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: VIEWS }),
  })
}

/** The page that the user starts on after signing in. */
export const startQuery = queryOptions({
  queryKey: [...VIEWS, 'start'],
  queryFn: ({ signal }) => call(savedViewEndpoints.start, {}, { signal }),
})

export function useChooseStart() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: StartChoice) => call(savedViewEndpoints.chooseStart, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: VIEWS }),
  })
}
