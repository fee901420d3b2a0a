import { useQuery } from '@tanstack/react-query'
import { Plus, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import {
  LAST_KEYWORD,
  mayUnlinkKeywords,
  NOT_YOUR_KEYWORDS,
} from '#shared/features/articles/articles/rules.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { UpdateNote } from '#web/features/articles/revisions/update-note.tsx'
import { sitesQuery } from '#web/features/ground/sites/queries.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { Tabs } from '#web/ui/input/tabs.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { ArticleBadge } from '../articles/article-badge.tsx'
import { ADD_ARTICLE, EMPTY, FAILURES, PENDING_TITLE, POSTS_TITLE, TITLE } from './messages.ts'
import { PendingOfKeywordList } from './pending-of-keyword-list.tsx'
import { targetedQuery, tasksQuery, useTargets } from './queries.ts'

const PAUSE = 500

/** Finds a task on the board and creates an article of the keyword from it. */
function TaskAdder({ keywordId }: { keywordId: number }) {
  const { add } = useTargets(keywordId)
  const [typed, setTyped] = useState('')
  const [gid, setGid] = useState<string | null>(null)
  const { data, error, isFetching } = useQuery(tasksQuery(useDebounced(typed.trim(), PAUSE)))
  useFailureNotice(error, FAILURES.search)
  const submit = () => {
    if (gid === null) return
    add.mutate(gid, {
      onSuccess: () => {
        setGid(null)
        setTyped('')
      },
    })
  }
  return (
    <div className="row align-stretch gap-8 mb-12">
      <Select
        aria-label="Search articles"
        placeholder="Search the task board"
        value={gid}
        loading={isFetching}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        options={(data ?? []).map(({ gid: value, name: label }) => ({ value, label }))}
        notFoundContent={
          typed.trim() === '' ? 'Type part of the title' : isFetching ? 'Searching …' : 'No task'
        }
        onChange={setGid}
        allowClear
        style={{ flex: 1, minWidth: 0 }}
      />
      <Button
        type="primary"
        icon={<Plus size={16} aria-hidden="true" />}
        disabled={gid === null}
        loading={add.isPending}
        onClick={submit}
      >
        {ADD_ARTICLE}
      </Button>
    </div>
  )
}

const TargetTitle = ({ article }: { article: ArticleRow }) => (
  <>
    <ArticleLink id={article.article_id}>{article.title}</ArticleLink>
    <UpdateNote article={article} />
  </>
)

/**
 * Why the keyword cannot be removed from an article: it belongs to another user, or has no other keyword.
 * Undefined if it can be removed.
 */
function useObstacle() {
  const user = useUser()
  return ({ status, user_id: userId, keywords }: ArticleRow): string | undefined => {
    if (user === null || !mayUnlinkKeywords(user, { status, userId })) return NOT_YOUR_KEYWORDS
    return keywords.length > 1 ? undefined : LAST_KEYWORD
  }
}

function TargetsTable({ row, mayChange }: { row: KeywordRow; mayChange: boolean }) {
  const obstacleTo = useObstacle()
  const query = useQuery(targetedQuery(row.keyword_id))
  const { remove } = useTargets(row.keyword_id)
  const confirm = useConfirm()
  const unlink = async ({ article_id: id, title }: ArticleRow) => {
    const agreed = await confirm({
      title: `Remove “${title}” from this keyword?`,
      content: 'The article stays; it just no longer targets this keyword.',
      okText: 'Remove',
      danger: true,
    })
    if (agreed) remove.mutate(id)
  }
  return (
    <DataTable
      name="targeted-articles"
      label={TITLE}
      rows={query.data?.nodes}
      rowKey={(article) => article.article_id}
      query={query}
      failTitle={FAILURES.list}
      empty={{ text: EMPTY }}
      columns={[
        {
          key: 'title',
          title: 'Title',
          place: 'name',
          required: true,
          render: (article) => <TargetTitle article={article} />,
        },
        {
          key: 'status',
          title: 'Status',
          place: 'note',
          required: true,
          render: ({ status }) => <ArticleBadge status={status} />,
        },
        {
          key: 'actions',
          title: 'Actions',
          place: 'figure',
          required: true,
          render: (article) =>
            mayChange && (
              <Button
                size="small"
                type="text"
                aria-label={`Remove ${article.title}`}
                disabled={obstacleTo(article) !== undefined}
                title={obstacleTo(article)}
                icon={<Unlink size={14} />}
                onClick={() => void unlink(article)}
              />
            ),
        },
      ]}
    />
  )
}

/** Posts that the sites already have for the keyword, without an article here. */
function LivePosts({ posts }: Pick<KeywordRow, 'posts'>) {
  const { data: sites = [] } = useQuery(sitesQuery)
  if (posts.length === 0) return null
  return (
    <section className="live-posts mt-16" aria-label={POSTS_TITLE}>
      <h3>{POSTS_TITLE}</h3>
      <ul>
        {posts.map(({ site_id: siteId, post_id: postId, title, url }) => (
          <li key={`${siteId} ${postId}`}>
            {url === null ? (
              title
            ) : (
              <a href={url} target="_blank" rel="noreferrer" className="with-icon">
                {title}
                <NewTabMark />
              </a>
            )}
            <span className="meta">{sites.find((site) => site.site_id === siteId)?.display_name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TargetedArticlesDialogProps {
  row: KeywordRow
  onClose: () => void
}

/** The articles of a keyword: all that target it, and those of them that are still in progress. */
export function TargetedArticlesDialog({ row, onClose }: TargetedArticlesDialogProps) {
  const mayChange = useMay('CreateArticle')
  return (
    <Dialog open title={`${TITLE}: ${row.keyword}`} onClose={onClose}>
      <Tabs
        aria-label="Targeted articles"
        items={[
          {
            key: 'targets',
            label: TITLE,
            children: (
              <>
                {mayChange && <TaskAdder keywordId={row.keyword_id} />}
                <TargetsTable row={row} mayChange={mayChange} />
                <LivePosts posts={row.posts} />
              </>
            ),
          },
          { key: 'pending', label: PENDING_TITLE, children: <PendingOfKeywordList row={row} /> },
        ]}
      />
    </Dialog>
  )
}
