import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { gscKeywordsEndpoints, type PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { MOST_POSTS_AT_ONCE, type Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { type RivalPost, rivalriesEndpoints } from '#shared/features/posts/rivalries/contract.ts'
import { call } from '#web/api/client.ts'
import { filterOf, type GscSearch, type PlainSearch, type RivalrySearch } from './search.ts'

const ALL = ['gsc-keywords'] as const
/** This data mostly changes through the user's own actions. */
const FRESH_MS = 60_000

/** The key of a post: ids are only unique per site. */
export const keyOf = ({ SITE_CODE, POST_ID }: Pick<PostKeywordRow, 'SITE_CODE' | 'POST_ID'>) =>
  `${SITE_CODE}/${POST_ID}`

/** The same of a post that competes for a query. */
export const rivalKeyOf = ({ site_code: code, post_id: id }: Pick<RivalPost, 'site_code' | 'post_id'>) =>
  `${code}/${id}`

export const mismatchQuery = (search: GscSearch) => {
  const { period, sort, sortOrder } = search
  const query = { ...filterOf(search), period, sort, sortOrder }
  return queryOptions({
    queryKey: [...ALL, 'mismatch', query],
    queryFn: ({ signal }) => call(gscKeywordsEndpoints.list, { query }, { signal }),
    select: (answer) => ({
      rows: answer?.nodes ?? [],
      total: answer?.totalCount ?? 0,
      info: answer ?? undefined,
    }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export const ignoredQuery = (search: PlainSearch) => {
  const query = filterOf(search)
  return queryOptions({
    queryKey: [...ALL, 'ignored', query],
    queryFn: ({ signal }) => call(gscKeywordsEndpoints.ignored, { query }, { signal }),
    select: (answer) => ({ rows: answer?.nodes ?? [], total: answer?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export const logQuery = (search: PlainSearch) => {
  const query = { ...filterOf(search), perPage: search.perPage }
  return queryOptions({
    queryKey: [...ALL, 'log', query],
    queryFn: ({ signal }) => call(gscKeywordsEndpoints.log, { query }, { signal }),
    select: (answer) => ({ rows: answer?.nodes ?? [], total: answer?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

export const strikingQuery = (search: PlainSearch) => {
  const query = { ...filterOf(search), period: search.period }
  return queryOptions({
    queryKey: [...ALL, 'striking', query],
    queryFn: ({ signal }) => call(gscKeywordsEndpoints.striking, { query }, { signal }),
    select: (answer) => ({
      rows: answer?.nodes ?? [],
      total: answer?.totalCount ?? 0,
      toBeHad: answer?.to_be_had ?? 0,
      worth: answer?.worth ?? 0,
      valued: answer?.valued ?? 0,
    }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export const startStrikingFile = ({ site, query, period }: PlainSearch) =>
  call(gscKeywordsEndpoints.strikingFile, {
    query: { period, ...(site === undefined ? {} : { site }), ...(query === '' ? {} : { query }) },
  })

export const rivalriesQuery = (search: RivalrySearch) => {
  const { period, reach, standing, sort, sortOrder } = search
  const query = { ...filterOf(search), period, reach, standing, sort, sortOrder }
  return queryOptions({
    queryKey: [...ALL, 'rivalries', query],
    queryFn: ({ signal }) => call(rivalriesEndpoints.list, { query }, { signal }),
    select: (answer) => ({
      rows: answer?.nodes ?? [],
      total: answer?.totalCount ?? 0,
      lost: answer?.lost ?? 0,
    }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export const startRivalryFile = ({ site, query, page: _page, post: _post, ...search }: RivalrySearch) =>
  call(rivalriesEndpoints.file, {
    query: { ...search, ...(site === undefined ? {} : { site }), ...(query === '' ? {} : { query }) },
  })

export const leaveRivalry = (query: string, period: Period) =>
  call(rivalriesEndpoints.leave, { body: { query, period } })

export const takeUpRivalry = (query: string, period: Period) =>
  call(rivalriesEndpoints.takeUp, { body: { query, period } })

/** The days on which each of several competing posts was shown for a query. */
export const rivalDaysQuery = (query: string, period: Period) =>
  queryOptions({
    queryKey: [...ALL, 'rival-days', query, period],
    queryFn: ({ signal }) => call(rivalriesEndpoints.days, { query: { query, period } }, { signal }),
    staleTime: FRESH_MS,
  })

/** The weekly positions of a post for these queries. */
export const positionsQuery = (post: PostKeywordRow, period: Period, queries: readonly string[]) => {
  const query = { site_id: post.site_id, post_id: post.POST_ID, period, queries: [...queries] }
  return queryOptions({
    queryKey: [...ALL, 'positions', query],
    queryFn: ({ signal }) => call(gscKeywordsEndpoints.positions, { query }, { signal }),
    staleTime: FRESH_MS,
  })
}

export interface KeywordToSave {
  siteId: number
  postId: string
  before: string | null
  after: string
}

const partsOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MOST_POSTS_AT_ONCE) }, (_, part) =>
    items.slice(part * MOST_POSTS_AT_ONCE, (part + 1) * MOST_POSTS_AT_ONCE),
  )

/** Saves keywords and returns a result for each. */
export async function saveKeywords(keywords: readonly KeywordToSave[]) {
  const results = []
  for (const part of partsOf(keywords)) {
    const body = part.map(({ siteId, postId, before, after }) => ({
      post_id: postId,
      site_id: siteId,
      keyword_after: after,
      keyword_before: before,
    }))
    results.push(...((await call(gscKeywordsEndpoints.save, { body })) ?? []))
  }
  return results
}

export async function ignorePosts(rows: readonly PostKeywordRow[]): Promise<void> {
  for (const part of partsOf(rows)) {
    const body = part.map(({ POST_ID, site_id: siteId, POST_TITLE }) => ({
      post_id: POST_ID,
      site_id: siteId,
      post_title: POST_TITLE,
    }))
    await call(gscKeywordsEndpoints.ignore, { body })
  }
}

/** An ignored post in the shape of the API calls. */
interface NumberedPost {
  post_id: string
  site_id: number
  post_title: string
}

export const unignorePost = ({ post_id, site_id }: NumberedPost) =>
  call(gscKeywordsEndpoints.unignore, { body: { post_id, site_id } })

export const ignoreAgain = ({ post_id, site_id, post_title }: NumberedPost) =>
  call(gscKeywordsEndpoints.ignore, { body: [{ post_id, site_id, post_title }] })

export const undoAction = (id: number) => call(gscKeywordsEndpoints.undo, { params: { id } })

/** Refetches all visible data of this feature. */
export function useReload() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: ALL }), [queries])
}
