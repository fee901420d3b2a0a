import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ContentRow, contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import type { Answered, Sent } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { refreshArticles } from '../../articles/articles/queries.ts'
import { FAILURES } from './messages.ts'
import { contentFilterOf, type TrackerSearch } from './search.ts'

/** The key of a row: titles are not unique, and ids are only unique per site. */
export const keyOf = ({ SITE, POST_ID }: Pick<ContentRow, 'SITE' | 'POST_ID'>) => `${SITE}/${POST_ID}`

export const contentQuery = (search: TrackerSearch) => {
  const query = { ...contentFilterOf(search), page: search.page }
  return queryOptions({
    queryKey: ['content-tracker', 'content', query],
    queryFn: ({ signal }) => call(contentTrackerEndpoints.content, { query }, { signal }),
    select: (answer) => ({ rows: answer?.edges ?? [], total: answer?.pageInfo.total ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** The row of a post; null if it is not tracked. */
export const postRowQuery = ({ site, id }: { site: string; id: number }) => {
  const query = { site, post_id: String(id) }
  return queryOptions({
    queryKey: ['content-tracker', 'content', query],
    queryFn: ({ signal }) => call(contentTrackerEndpoints.content, { query }, { signal }),
    select: (answer) => answer?.edges[0] ?? null,
  })
}

export const overviewQuery = ({ site, title }: Pick<TrackerSearch, 'site' | 'title'>) => {
  const query = { ...(site === undefined ? {} : { site }), ...(title === '' ? {} : { title }) }
  return queryOptions({
    queryKey: ['content-tracker', 'overview', query],
    queryFn: ({ signal }) => call(contentTrackerEndpoints.overview, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const TASKS_FRESH_MS = 60_000

/** Sections and update levels that tasks of posts have. */
export const taskValuesQuery = queryOptions({
  queryKey: ['content-tracker', 'task-values'],
  queryFn: ({ signal }) => call(contentTrackerEndpoints.taskValues, {}, { signal }),
  staleTime: TASKS_FRESH_MS,
})

/** The state of these rows' tasks, by row. */
export const tasksQuery = (rows: readonly ContentRow[]) => {
  const posts = rows.map(keyOf)
  return queryOptions({
    queryKey: ['content-tracker', 'tasks', posts],
    queryFn: ({ signal }) =>
      call(
        contentTrackerEndpoints.manyTasks,
        { body: { articleTitles: rows.map(({ POST_TITLE }) => POST_TITLE), posts } },
        { signal },
      ),
    select: (tasks) => new Map((tasks ?? []).map((task, index) => [posts[index] ?? '', task])),
    enabled: rows.length > 0,
    staleTime: TASKS_FRESH_MS,
  })
}

export const productsQuery = ({ SITE: site, POST_ID: postId, PRODUCT_LIST: asins }: ContentRow) =>
  queryOptions({
    queryKey: ['content-tracker', 'products', site, postId],
    queryFn: ({ signal }) =>
      call(contentTrackerEndpoints.products, { query: { site, postId, asins } }, { signal }),
  })

export const historyQuery = ({ SITE: site, POST_ID: postId, POST_TITLE: articleTitle }: ContentRow) =>
  queryOptions({
    queryKey: ['content-tracker', 'history', site, postId],
    queryFn: ({ signal }) =>
      call(contentTrackerEndpoints.revenue, { query: { articleTitle, site, postId } }, { signal }),
  })

export const startExport = (search: TrackerSearch) =>
  call(contentTrackerEndpoints.export, { query: { ...contentFilterOf(search), page: search.page } })

/** Events that may have changed the earnings of a post. */
export const causesQuery = ({ SITE: site, POST_ID: postId }: ContentRow) =>
  queryOptions({
    queryKey: ['content-tracker', 'causes', site, postId],
    queryFn: ({ signal }) =>
      call(contentTrackerEndpoints.causes, { query: { site, post_id: postId } }, { signal }),
  })

export type EarningsCauses = Answered<typeof contentTrackerEndpoints.causes>

type UpdateBody = Sent<typeof contentTrackerEndpoints.requestUpdate>['body']

/** Creates the draft of a post's update, with an idempotency key; returns its id. */
export function useRequestUpdate() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, callKey: key }: { body: UpdateBody; callKey: string }) => {
      const begun = await call(contentTrackerEndpoints.requestUpdate, { body }, { key })
      if (begun === null) throw serviceUnavailable()
      return begun.article_id
    },
    onSuccess: () =>
      Promise.all([
        refreshArticles(queries),
        queries.invalidateQueries({ queryKey: ['content-tracker', 'content'] }),
        queries.invalidateQueries({ queryKey: ['reports', 'oos'] }),
      ]),
    onError: handleError(FAILURES.update),
  })
}
