import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { List, Plus } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { claimOfOther, claimsQuery } from '#web/features/articles/claims/queries.ts'
import { UsedKeywordPicker } from '#web/features/keywords/keywords/used-keyword-picker.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { pendingQuery } from '../queries.ts'
import { PendingSearch } from '../search.ts'
import { PendingTable } from './pending-table.tsx'
import { useRowActions } from './use-row-actions.ts'

const ArticleDetailsDialog = onDemand(() =>
  import('../details/article-details-dialog.tsx').then(({ ArticleDetailsDialog }) => ArticleDetailsDialog),
)
const ArticleDialog = onDemand(() =>
  import('../editor/article-dialog.tsx').then(({ ArticleDialog }) => ArticleDialog),
)
const DecisionDialog = onDemand(() =>
  import('../review/decision-dialog.tsx').then(({ DecisionDialog }) => DecisionDialog),
)

/** The user's own pending articles; validators see all requested ones. */
export function PendingArticlesScreen() {
  const [search, change] = useSearchState(PendingSearch)
  const query = useQuery(pendingQuery(search.page))
  const mayCreate = useMay('CreateArticle')
  const mayReadHistory = useMay('ManageArticles')
  const run = useRowActions(change)
  const latestRun = useRef(run)
  latestRun.current = run

  const { data: claims } = useQuery(claimsQuery)
  const user = useUser()
  const claimOn = useCallback(
    (article: Article) => claimOfOther(claims, article.article_id, user?.id),
    [claims, user?.id],
  )

  const rows = query.data?.rows

  const newArticle = mayCreate && (
    <Button type="primary" icon={<Plus size={16} />} onClick={() => change({ new: '1' })}>
      New Article
    </Button>
  )
  const act = useCallback((...given: Parameters<typeof run>) => latestRun.current(...given), [])

  return (
    <Page
      title={SCREENS.pendingArticles.title}
      count={query.data?.total}
      search={<UsedKeywordPicker />}
      actions={
        <>
          {mayReadHistory && (
            <Link
              to={SCREENS.articles.path}
              activeOptions={{ exact: true }}
              className="btn"
              aria-label={SCREENS.articles.title}
            >
              <List size={16} aria-hidden="true" />
              <span className="wide-only">{SCREENS.articles.title}</span>
            </Link>
          )}
          {newArticle}
        </>
      }
    >
      <div className="pending-list">
        <PendingTable
          search={search}
          onChange={change}
          onAction={act}
          claimOn={claimOn}
          emptyAction={newArticle}
        />
      </div>
      {search.decide && search.on !== undefined && (
        <DecisionDialog
          key={`${search.decide} ${search.on}`}
          decision={search.decide}
          articleId={search.on}
          row={rows?.find(({ article_id }) => article_id === search.on)}
          onClose={() => change({ decide: undefined, on: undefined })}
        />
      )}
      {search.article !== undefined && (
        <ArticleDetailsDialog articleId={search.article} onClose={() => change({ article: undefined })} />
      )}
      {(search.new || search.edit !== undefined) && (
        <ArticleDialog
          articleId={search.edit ?? null}
          onClose={() => change({ new: undefined, edit: undefined })}
          onCreated={(edit) => change({ new: undefined, edit }, { replace: true })}
        />
      )}
    </Page>
  )
}
