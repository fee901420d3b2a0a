import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { UsedKeywordPicker } from '#web/features/keywords/keywords/used-keyword-picker.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { historyQuery } from '../queries.ts'
import { HistorySearch } from '../search.ts'
import { HistoryTable } from './history-table.tsx'

const ArticleDetailsDialog = onDemand(() =>
  import('../details/article-details-dialog.tsx').then(({ ArticleDetailsDialog }) => ArticleDetailsDialog),
)

/** Articles History: all articles that were ever requested. */
export function ArticlesScreen() {
  const [search, change] = useSearchState(HistorySearch)
  const { data } = useQuery(historyQuery(search))
  const mayOpenPending = useMay('PendingArticles')
  return (
    <Page
      title={SCREENS.articles.title}
      count={data?.total}
      search={<UsedKeywordPicker />}
      actions={
        mayOpenPending && (
          <Link to={SCREENS.pendingArticles.path} className="btn">
            <Clock size={16} aria-hidden="true" />
            {SCREENS.pendingArticles.title}
          </Link>
        )
      }
    >
      <HistoryTable search={search} onChange={change} />
      {search.article !== undefined && (
        <ArticleDetailsDialog articleId={search.article} onClose={() => change({ article: undefined })} />
      )}
    </Page>
  )
}
