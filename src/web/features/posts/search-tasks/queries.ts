import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import {
  type SearchTask,
  searchTasksEndpoints,
  type WantedTask,
} from '#shared/features/posts/search-tasks/contract.ts'
import { call } from '#web/api/client.ts'

const EVERY_MS = 1000

/** Tasks in progress, polled until all have finished. */
export const searchTasksQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['search-tasks', ids],
    queryFn: ({ signal }) => call(searchTasksEndpoints.list, { query: { ids: [...ids] } }, { signal }),
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => (state.data?.every(isTaskSettled) ? false : EVERY_MS),
  })

const PROPOSALS = ['search-tasks', 'proposal']

/** The possible task about a post. */
export const proposalQuery = (post: { site: string; postId: string }) =>
  queryOptions({
    queryKey: [...PROPOSALS, post],
    queryFn: ({ signal }) =>
      call(searchTasksEndpoints.proposal, { query: { site: post.site, post_id: post.postId } }, { signal }),
    select: (answer) => answer?.proposal ?? null,
  })

export const refreshProposals = (queries: QueryClient) => queries.invalidateQueries({ queryKey: PROPOSALS })

export const isTaskSettled = ({ state }: SearchTask): boolean => state !== 'pending'

export const makeSearchTasks = (period: Period, tasks: readonly WantedTask[]) =>
  call(searchTasksEndpoints.make, { body: { period, tasks: [...tasks] } })
