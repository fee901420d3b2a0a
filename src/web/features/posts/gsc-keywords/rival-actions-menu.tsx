import { Button } from 'antd'
import { Undo2 } from 'lucide-react'
import type { PostKeywordRow, PostQuery } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { RivalPost } from '#shared/features/posts/rivalries/contract.ts'
import { useMay } from '#web/api/session.ts'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { RequestUpdateButton } from '../../articles/revisions/request-update-menu.tsx'
import { keyOf } from './queries.ts'
import type { ChangedKeywords } from './use-changed-keywords.ts'

/** The post and its proposed keyword as a row of the mismatch list. */
const rowOf = (post: RivalPost, query: PostQuery): PostKeywordRow => ({
  POST_ID: post.POST_ID,
  SITE_CODE: post.SITE_CODE,
  SITE_ID: post.SITE_ID,
  POST_TITLE: post.POST_TITLE,
  POST_KEYWORD: post.POST_KEYWORD,
  PERMALINK: post.PERMALINK,
  NOW: post.NOW,
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
  const { ADVICE, CLICKS, IMPRESSIONS, POSITION, OTHER, POST_KEYWORD, NOW } = post
  if (ADVICE === 'keyword') return OTHER
  // The current keyword brings more clicks than this query, so it stays.
  if (NOW !== null && NOW.CLICKS > CLICKS) return null
  if (ADVICE !== 'keep' || isSameKeyword(POST_KEYWORD, query)) return null
  return { QUERY: query, CLICKS, IMPRESSIONS, POSITION }
}

/** The actions on a post that competes for a query. */
export function RivalActionsMenu({ post, query, keeper, changed }: RivalActionsProps) {
  const mayCreate = useMay('CreateArticle')
  const proposed = proposedFor({ post, query })
  const change = changed.changes.get(keyOf(post))
  const { ADVICE, POST_TITLE, ARTICLE_ID } = post
  return (
    <span className="gsc-rival-actions cluster gap-6">
      {change !== undefined ? (
        <Button
          type="text"
          size="small"
          icon={<Undo2 size={14} aria-hidden="true" />}
          aria-label={`Undo the change of ${POST_TITLE}`}
          onClick={() => changed.undo(keyOf(post))}
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
      {(ADVICE === 'link' || ADVICE === 'merge') && keeper.PERMALINK !== null && (
        <CopyButton
          label="Copy the kept post’s address"
          text={() => keeper.PERMALINK ?? ''}
          done="Copied the kept post’s address"
        />
      )}
      {mayCreate && ARTICLE_ID !== null && <RequestUpdateButton articleId={ARTICLE_ID} title={POST_TITLE} />}
    </span>
  )
}
