import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Article, articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import type { FormBody } from '#shared/features/articles/articles/form.ts'
import type { PostRemedy, ValidationCommand } from '#shared/features/articles/articles/rules.ts'
import type { Override } from '#shared/features/articles/preflight/contract.ts'
import { revisionEndpoints } from '#shared/features/articles/revisions/contract.ts'
import { imageEndpoints } from '#shared/features/ground/images/contract.ts'
import { productEndpoints } from '#shared/features/products/products/contract.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { refusalOf, serviceUnavailable } from '#web/api/api-error.ts'
import { call, upload } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { KEYWORDS_KEY, PENDING_COUNT_KEY } from '#web/api/query-client.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'
import type { HistorySearch } from './search.ts'

/** Poll interval of an open article while its copies are out of date. */
const MIRROR_MS = 3_000
const MEANWHILE_MS = 15_000
const ARTICLES = ['articles'] as const
/** A query key that is invalidated together with the articles. */
export const keyWithArticles = <const Rest extends readonly unknown[]>(...rest: Rest) =>
  [...ARTICLES, ...rest] as const

/** Invalidates all data that shows articles, including the flag on keywords that have one. */
export const refreshArticles = (queries: QueryClient): Promise<unknown> =>
  Promise.all([ARTICLES, KEYWORDS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))
const PENDING_LIST = ['articles', 'pending', 'list'] as const

/**
 * The number of articles that wait for QA; refetched every minute while the page is visible, and after every
 * write.
 */
export const pendingCountQuery = queryOptions({
  queryKey: PENDING_COUNT_KEY,
  queryFn: async ({ signal }) => {
    const pending = await call(articleEndpoints.listPending, { query: { page: 1, limit: 0 } }, { signal })
    return pending?.totalCount ?? 0
  },
  refetchInterval: MINUTE_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
})

export const pendingQuery = (page: number) =>
  queryOptions({
    queryKey: [...PENDING_LIST, page],
    queryFn: ({ signal }) => call(articleEndpoints.listPending, { query: { page } }, { signal }),
    select: (page) => ({ rows: page?.nodes ?? [], total: page?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
  })

export const historyQuery = ({ article: _open, ...query }: HistorySearch) =>
  queryOptions({
    queryKey: ['articles', 'history', query],
    queryFn: ({ signal }) => call(articleEndpoints.list, { query }, { signal }),
    select: (page) => ({ rows: page?.nodes ?? [], total: page?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
  })

export const statusesQuery = queryOptions({
  queryKey: ['article-statuses'],
  queryFn: ({ signal }) => call(articleEndpoints.listStatuses, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The marketplace's data of these products. Pictures stay while another ASIN is being typed. */
export const productsQuery = (asins: readonly string[]) =>
  queryOptions({
    queryKey: ['products', asins],
    queryFn: ({ signal }) => call(productEndpoints.preview, { query: { asins: [...asins] } }, { signal }),
    enabled: asins.length > 0,
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

/** Products that match words of a name, an ASIN or a page address. */
export const foundProductsQuery = (words: string) =>
  queryOptions({
    queryKey: ['products', 'search', words],
    queryFn: ({ signal }) => call(productEndpoints.search, { query: { query: words } }, { signal }),
    staleTime: MINUTE_MS,
    retry: false,
  })

const articleKey = (id: number) => ['articles', 'one', id] as const

/** Polls fast while a task or post is being synced. */
const untilMirrored = ({ mirrors }: Article): number | false =>
  mirrors.some(({ state }) => state === 'waiting') && MIRROR_MS

export const articleQuery = (id: number) =>
  queryOptions({
    queryKey: articleKey(id),
    queryFn: ({ signal }) => call(articleEndpoints.read, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data ? untilMirrored(data) : false),
  })

/** Polls while the article is open: other users may decide on or save an article that waits for QA. */
export const openArticleQuery = (id: number) =>
  queryOptions({
    ...articleQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data ? untilMirrored(data) || (data.status === 'requested' && MEANWHILE_MS) : false,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => state.data?.status === 'requested',
  })

/** The article's place in the current user's queue. */
export const placeQuery = (id: number) =>
  queryOptions({
    queryKey: keyWithArticles('place', id),
    queryFn: ({ signal }) => call(articleEndpoints.place, { params: { id } }, { signal }),
  })

/** The body of the article dialog's request. */
export type ArticleBody = Partial<z.input<typeof FormBody>> & { overrides?: Override[] }

function certain<A extends Article>(article: A | null): A {
  if (article === null) throw serviceUnavailable()
  return article
}

/** Updates the cache after the server accepted a write. The promise resolves once all data is refetched. */
function took(queries: QueryClient, article: Article): Promise<unknown> {
  queries.setQueryData(articleKey(article.article_id), article)
  return refreshArticles(queries)
}

/** The article as another user saved it, if that is why a save or a decision was refused. */
export const currentArticleIn = (error: unknown): Article | null =>
  (refusalOf(articleEndpoints.replace, 409, error) ?? refusalOf(articleEndpoints.validate, 409, error))
    ?.current ?? null

export interface ArticleSaving {
  /** Null for an article that does not exist yet. */
  article: { article_id: number; version?: number | undefined } | null
  body: ArticleBody
  /**
   * Idempotency key of the dialog for a new article: however often it is sent, only one article is created.
   */
  key?: string
}

/** Creates or saves an article. The caller handles errors because the form shows them beside its fields. */
export function useSaveArticle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ article, body, key }: ArticleSaving) => {
      if (article === null) return certain(await call(articleEndpoints.create, { body }, { key }))
      const { article_id: id, version } = article
      return certain(await call(articleEndpoints.replace, { params: { id }, body: { ...body, version } }))
    },
    // Does not wait for the refetch: it would delay the second step of a two-step decision.
    onSuccess: (article) => void took(queries, article),
  })
}

interface Review {
  id: number
  /** The version that the user read: a decision on an older one is refused. */
  version: number
  command: ValidationCommand
  reason?: string
}

export function useValidateArticle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: Review) =>
      certain(await call(articleEndpoints.validate, { params: { id }, body })),
    onSuccess: (article) => void took(queries, article),
    onError: (error, { command }) =>
      handleError(command === 'approve' ? FAILURES.approve : FAILURES.reason)(error),
  })
}

export function useResubmitArticle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (reply: { id: number; articleReturnId: number | null; comments: string }) => {
      const { id, ...body } = reply
      return certain(await call(articleEndpoints.resubmit, { params: { id }, body }))
    },
    onSuccess: (article) => void took(queries, article),
    onError: handleError(FAILURES.submit),
  })
}

/** Marks an item of an article's checklist as done or open. */
export function useTickChecklist(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: { position: number; done: boolean }) =>
      certain(await call(articleEndpoints.tick, { params: { id }, body })),
    onSuccess: (article) => took(queries, article),
    onError: handleError(FAILURES.tick),
  })
}

/** Reads the state of the article's task, and retries failed steps. */
export function useSyncArticle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => certain(await call(articleEndpoints.sync, { params: { id } })),
    onSuccess: ({ changed: _news, wait_seconds: _wait, ...article }) => took(queries, article),
    onError: handleError(FAILURES.sync),
  })
}

/** Retries an outdated copy immediately. */
export function useRetryCopy() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, target }: { id: number; target: 'task' | 'post' }) =>
      certain(await call(articleEndpoints.retryCopy, { params: { id }, body: { target } })),
    onSuccess: (article) => took(queries, article),
    onError: handleError(FAILURES.retry),
  })
}

/** The post whose text the article replaces. */
export const renewalQuery = ({ article_id: id, renewal, version }: Article) =>
  queryOptions({
    queryKey: ['articles', 'renewal', id, version, renewal],
    queryFn: ({ signal }) => call(revisionEndpoints.renewal, { params: { id } }, { signal }),
    enabled: renewal !== null,
  })

/** Restores the old text of a post. */
export function useUndoRenewal() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => certain(await call(revisionEndpoints.undoRenewal, { params: { id } })),
    onSuccess: (article) => took(queries, article),
    onError: handleError(FAILURES.renewal),
  })
}

/** Fixes a post that readers can no longer see. */
export function useRestorePost() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, remedy }: { id: number; remedy: PostRemedy }) =>
      certain(await call(articleEndpoints.restorePost, { params: { id }, body: { remedy } })),
    onSuccess: (article) => took(queries, article),
    onError: handleError(FAILURES.post),
  })
}

interface PendingPage {
  nodes: Article[]
  totalCount: number
  page: number
}

/** Removes the row from the pending list immediately; returns a function that restores it. */
async function withoutRow(queries: QueryClient, id: number): Promise<() => void> {
  await queries.cancelQueries({ queryKey: PENDING_LIST })
  const before = queries.getQueriesData<PendingPage | null>({ queryKey: PENDING_LIST })
  for (const [key, page] of before) {
    const nodes = page?.nodes.filter(({ article_id }) => article_id !== id)
    if (page && nodes && nodes.length < page.nodes.length)
      queries.setQueryData(key, { ...page, nodes, totalCount: page.totalCount - 1 })
  }
  return () => {
    for (const [key, page] of before) queries.setQueryData(key, page)
  }
}

function useRemoval(remove: (id: number) => Promise<unknown>, failTitle: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: remove,
    onMutate: (id) => withoutRow(queries, id),
    onError: (error, _id, putBack) => {
      putBack?.()
      handleError(failTitle)(error)
    },
    onSettled: () => refreshArticles(queries),
  })
}

export function useCancelArticle() {
  return useRemoval((id) => call(articleEndpoints.cancel, { params: { id } }), FAILURES.cancel)
}

export function useDeleteArticle() {
  return useRemoval((id) => call(articleEndpoints.remove, { params: { id } }), FAILURES.delete)
}

export interface ImageTarget {
  key: string
  site: number | undefined
}

/** Stores a hero image from a file or a URL; returns its new URL. The field shows an error. */
export function useStoreImage(onProgress: (share: number) => void) {
  return useMutation({
    mutationFn: async ({ source, ...target }: ImageTarget & { source: File | string }) => {
      const answer =
        typeof source === 'string'
          ? await call(imageEndpoints.store, { body: { ...target, imageUrl: source } })
          : await upload(imageEndpoints.store, target, source, onProgress)
      if (answer === null) throw serviceUnavailable()
      return answer.image_url
    },
  })
}
