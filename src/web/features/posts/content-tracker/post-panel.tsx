import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Pencil, SquareCheck } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { ContentRow, TaskRow } from '#shared/features/posts/content-tracker/contract.ts'
import { useMay } from '#web/api/session.ts'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { Tabs } from '#web/ui/input/tabs.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import { PANEL_LABELS } from './messages.ts'
import { PostNotesPanel } from './post-notes-panel.tsx'
import { PostProductsTable } from './post-products-table.tsx'
import { RefreshCard } from './refresh-card.tsx'
import { PANELS, type PanelName } from './search.ts'
import { UpdatePanel } from './update-panel.tsx'

interface PostPanelProps {
  row: ContentRow
  task: TaskRow | undefined
  tasks: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>
  tab: PanelName
  onTab: (tab: PanelName) => void
}

const isPanel = (name: string): name is PanelName => PANELS.some((panel) => panel === name)
const ICON = 14

/** Links to the post, its article and its task. */
function Ways({ row, task }: Pick<PostPanelProps, 'row' | 'task'>) {
  const isPhone = useMedia(NARROW)
  const maySeeArticle = useMay(...SCREENS.article.access)
  const address = safeAddress(row.PERMALINK)
  const articleId = row.ARTICLE_URL?.split('/').at(-1)
  return (
    <div className="tracker-ways cluster gap-16">
      {address && (
        <a href={address} target="_blank" rel="noreferrer" className="with-icon">
          <ExternalLink size={ICON} aria-hidden="true" />
          Open post
        </a>
      )}
      {articleId && maySeeArticle && (
        <Link to={SCREENS.article.path} params={{ id: articleId }} className="with-icon">
          <Pencil size={ICON} aria-hidden="true" />
          Open article
        </Link>
      )}
      {task?.url && (
        <a href={task.url} target="_blank" rel="noreferrer" className="with-icon">
          <SquareCheck size={ICON} aria-hidden="true" />
          Open task
        </a>
      )}
      {isPhone && (
        <span>
          Refresh <RefreshCard row={row} />
        </span>
      )}
      <UpdatePanel row={row} />
    </div>
  )
}

/** The inside of an open row: its products, its earnings or its task's notes, one at a time. */
export function PostPanel({ row, task, tasks, tab, onTab }: PostPanelProps) {
  const count = row.PRODUCT_LIST.length
  return (
    <section className="tracker-panel" aria-label={`Details of ${row.POST_TITLE}`}>
      <Ways row={row} task={task} />
      <Tabs
        aria-label="Details"
        activeKey={tab}
        onChange={(key) => isPanel(key) && onTab(key)}
        items={[
          {
            key: 'products',
            label: count > 0 ? `${PANEL_LABELS.products} ${count}` : PANEL_LABELS.products,
            children: <PostProductsTable row={row} />,
          },
          { key: 'earnings', label: PANEL_LABELS.earnings, children: <EarningsPanel row={row} /> },
          {
            key: 'notes',
            label: PANEL_LABELS.notes,
            children: <PostNotesPanel row={row} task={task} query={tasks} />,
          },
        ]}
      />
    </section>
  )
}
