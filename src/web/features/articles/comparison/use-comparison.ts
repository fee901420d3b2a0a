import { useQuery } from '@tanstack/react-query'
import { ARTICLE_UNAVAILABLE, NO_OWN_ARTICLE } from '#shared/features/articles/comparison/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { statQuery } from '../../market/share-of-voice/queries.ts'
import { FAILURES } from './messages.ts'
import { excludedWordsQuery, ownStoryQuery, scanQuery } from './queries.ts'

/** A story and the state of its scan. */
function useScan(url: string | null | undefined) {
  const query = useQuery({ ...scanQuery(url ?? ''), enabled: Boolean(url) })
  const failure = url === null || url === '' ? ARTICLE_UNAVAILABLE : (query.error?.message ?? null)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return { url: url ?? null, story: query.data ?? null, failure, isGone, retry: () => void query.refetch() }
}

/** A post of ours to compare, even if another of our posts last held the keyword. */
export interface ComparedPost {
  url: string
  /** The name of its site. */
  publisher: string
  /** The site's id in the tracker. */
  siteId: number
  site: string
  postId: string
}

/** Our side: the requested post, or our story that last held the keyword. */
function useOurs(keywordId: number | undefined, post: ComparedPost | undefined) {
  const asked = useScan(post?.url)
  // If the post's page is gone, the story with which its site last held the keyword is compared.
  const isByKeyword = post === undefined || asked.isGone
  const own = useQuery({
    ...ownStoryQuery(keywordId ?? 0),
    enabled: keywordId !== undefined && isByKeyword,
  })
  const told = useScan(own.data?.parsed_data.fullArticleUrl)
  const byKeyword = { ours: told, ownPublisher: own.data?.publisher ?? null, own, isInstead: false }
  if (post === undefined) return byKeyword
  // An update started here would otherwise go to the site of that other article.
  if (isByKeyword && own.data?.publisher === post.publisher) return { ...byKeyword, isInstead: true }
  return { ours: asked, ownPublisher: post.publisher, own: null, isInstead: false }
}

/**
 * The story that won a keyword, our requested post or our story that last held it, and the content of both
 * pages.
 */
export function useComparison(statId: number, post?: ComparedPost) {
  const stat = useQuery(statQuery(statId))
  const theirs = useScan(stat.data?.parsed_data.fullArticleUrl)
  /** `isInstead`: our side is not the requested post. */
  const { ours, ownPublisher, own, isInstead } = useOurs(stat.data?.keyword_id, post)
  const excluded = useQuery(excludedWordsQuery)
  const ownError = own?.error ?? null
  const hasNone = ownError instanceof ApiError && ownError.status === 404
  const failed = stat.error ?? (hasNone ? null : ownError) ?? excluded.error
  return {
    stat: stat.data ?? null,
    theirs,
    ours,
    isInstead,
    ownPublisher,
    excluded: excluded.data ?? null,
    failure: hasNone
      ? { title: NO_OWN_ARTICLE, message: undefined, isNone: true }
      : failed
        ? {
            title: excluded.error === failed ? FAILURES.words : FAILURES.stat,
            message: failed.message,
            isNone: false,
          }
        : null,
    retry() {
      for (const query of [stat, own, excluded]) if (query?.error) void query.refetch()
    },
  }
}
