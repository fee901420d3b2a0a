import { Undo2 } from 'lucide-react'
import type { PostKeywordRow, PostQuery } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { RivalPost } from '#shared/features/posts/rivalries/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { RequestUpdateButton } from '../../articles/revisions/request-update-menu.tsx'
import { rivalKeyOf } from './queries.ts'
import type { ChangedKeywords } from './use-changed-keywords.ts'

/** The post and its proposed keyword as a row of the mismatch list. */
const rowOf = (post: RivalPost, query: PostQuery): PostKeywordRow => ({
  POST_ID: post.post_id,
  SITE_CODE: post.site_code,
  site_id: post.site_id,
  POST_TITLE: post.post_title,
  POST_KEYWORD: post.post_keyword,
  permalink: post.permalink,
  now: post.now,
  keywords: [query],
})

interface RivalActionsProps {
  post: RivalPost
  query: string
  /** The post that keeps the query. */
  keeper: RivalPost
  changed: ChangedKeywords
}

/**
 * The proposed keyword: the query itself for the post that keeps it, its best other query for a post that
 * gives it up.
 */
function proposedFor({ post, query }: Pick<RivalActionsProps, 'post' | 'query'>): PostQuery | null {
  const { advice, clicks, other, post_keyword: keyword, now } = post
  if (advice === 'keyword') return other
  // The current keyword brings more clicks than this query, so it stays.
  if (now !== null && now.CLICKS > clicks) return null
  if (advice !== 'keep' || isSameKeyword(keyword, query)) return null
  return { QUERY: query, CLICKS: post.clicks, IMPRESSIONS: post.impressions, position: post.position }
}

/** The actions on a post that competes for a query. */
export function RivalActionsMenu({ post, query, keeper, changed }: RivalActionsProps) {
  const mayCreate = useMay('CreateArticle')
  const proposed = proposedFor({ post, query })
  const change = changed.changes.get(rivalKeyOf(post))
  const { advice, post_title: postTitle, article_id: articleId } = post
  return (
    <span className="gsc-rival-actions cluster gap-6">
      {change !== undefined ? (
        <Button
          type="text"
          size="small"
          icon={<Undo2 size={14} aria-hidden="true" />}
          aria-label={`Undo the change of ${postTitle}`}
          onClick={() => changed.undo(rivalKeyOf(post))}
        >
          Undo
        </Button>
      ) : (
        proposed && (
          <Button
            size="small"
            title={`Changes the keyword to “${proposed.QUERY}” when you save`}
            onClick={() => changed.apply(rowOf(post, proposed), proposed)}
          >
            Use “{proposed.QUERY}”
          </Button>
        )
      )}
      {(advice === 'link' || advice === 'merge') && keeper.permalink !== null && (
        <CopyButton
          label="Copy the kept post’s address"
          text={() => keeper.permalink ?? ''}
          done="Copied the kept post’s address"
        />
      )}
      {mayCreate && articleId !== null && <RequestUpdateButton articleId={articleId} title={postTitle} />}
    </span>
  )
}
