import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { useDiscarding } from '#web/ui/hooks/use-unsaved.ts'
import { Button } from '#web/ui/input/button.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { AlertsPanel } from '../../desk/alert-rules/alerts-panel.tsx'
import { NEW_RULE } from '../../desk/alert-rules/messages.ts'
import { FiltersPanel } from '../../ground/filters/filters-panel.tsx'
import { ViewsMenu } from '../../ground/saved-views/views-menu.tsx'
import { WarehouseNote } from '../warehouse/warehouse-note.tsx'
import { ContentTable } from './content-table.tsx'
import { CSV_EXPORT, EXPORT_ABOUT } from './messages.ts'
import { OverviewPanel } from './overview-panel.tsx'
import { contentQuery, startExport } from './queries.ts'
import { CLOSED, contentFilterOf, TRACKER_FILTERS, TrackerSearch, VIEW } from './search.ts'
import { TrackerTabs } from './tracker-tabs-menu.tsx'

const ExportDialog = onDemand(() =>
  import('../../ground/exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

/** The earnings of posts, their problems and the state of their tasks. */
function Posts() {
  const [search, change] = useSearchState(TrackerSearch)
  const query = useQuery(contentQuery(search))
  const narrow = (patch: Partial<TrackerSearch>, options?: { replace?: boolean }) =>
    change({ ...CLOSED, page: 1, ...patch }, options)
  return (
    <Page
      title={SCREENS.contentTracker.title}
      about={<TrackerTabs tab="posts" posts={query.data?.total} />}
      search={
        <SearchBox
          label="Search by article title"
          value={search.title}
          onSearch={(title) => narrow({ title }, { replace: true })}
        />
      }
      actions={
        <>
          <ViewsMenu screen="contentTracker" kept={VIEW} />
          <Button
            type="primary"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => change({ export: '1' })}
          >
            {CSV_EXPORT}
          </Button>
        </>
      }
    >
      <WarehouseNote />
      <OverviewPanel search={search} onFlag={(flag) => narrow({ flag })} />
      <ContentTable
        search={search}
        onChange={change}
        query={query}
        toolbar={
          <FiltersPanel
            address={TrackerSearch}
            filters={TRACKER_FILTERS}
            others={['title', 'flag']}
            search={search}
            onChange={narrow}
          />
        }
      />
      {search.export !== undefined && (
        <ExportDialog
          title={CSV_EXPORT}
          about={EXPORT_ABOUT}
          request={contentFilterOf(search)}
          start={() => startExport(search)}
          onClose={() => change({ export: undefined })}
        />
      )}
    </Page>
  )
}

/** The alert rules about posts. */
function Rules() {
  const discarding = useDiscarding()
  const [search, change] = useSearchState(TrackerSearch)
  const onOpen = (rule: number | undefined) => change({ rule, listed: undefined, week: undefined })
  return (
    <Page
      title={SCREENS.contentTracker.title}
      about={<TrackerTabs tab="alerts" />}
      actions={
        <Button
          className="alert-new"
          aria-label={NEW_RULE}
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => search.rule === 0 || discarding(() => onOpen(0))}
        >
          <span>{NEW_RULE}</span>
        </Button>
      }
    >
      <AlertsPanel
        open={search.rule}
        onOpen={onOpen}
        listing={{ of: search.listed, week: search.week, onList: change }}
      />
    </Page>
  )
}

/** Content Tracker: the tracked posts, and the alert rules that watch them. */
export function ContentTrackerScreen() {
  const [{ tab }] = useSearchState(TrackerSearch)
  return tab === 'alerts' ? <Rules /> : <Posts />
}
