import { Navigate, useParams } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { ViewsMenu } from '../../ground/saved-views/views-menu.tsx'
import { LegendNote } from '../share-of-voice/legend-note.tsx'
import { ExportReportMenu } from './export-report-menu.tsx'
import { HeldNote } from './held-note.tsx'
import { REPORT_NAMES, type ReportName } from './messages.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportTabs, useLiked } from './report-tabs-menu.tsx'
import { isFiltered, ReportsSearch, VIEW } from './search.ts'
import { SurfacesChart, SurfacesViewPicker } from './surfaces-chart.tsx'
import { WinnersTable } from './winners-table.tsx'

const ComparisonDialog = onDemand(() =>
  import('../../articles/comparison/comparison-dialog.tsx').then(({ ComparisonDialog }) => ComparisonDialog),
)

const FIRST: ReportName = 'winners'

const isReport = (name: string): name is ReportName => isOneOf(REPORT_NAMES, name)

/** The reports start with Keyword Winners, with the user's stored settings. */
export function FirstReportScreen() {
  const { isPending, liked } = useLiked()
  if (isPending) return null
  return <Navigate to={SCREENS.report.path} params={{ report: FIRST }} search={liked(FIRST)} replace />
}

/** Reports: the winner of each keyword, and the number of keywords of each publisher. */
export function ReportsScreen() {
  const { report = '' } = useParams({ strict: false })
  const [search, change] = useSearchState(ReportsSearch)
  // The out-of-stock report has an address and a screen of its own.
  if (!isReport(report) || report === 'oos') return <FirstReportScreen />
  return (
    <Page
      title={SCREENS.report.title}
      about={<ReportTabs report={report} search={search} />}
      actions={
        <>
          <ViewsMenu screen="reports" kept={VIEW} />
          <ExportReportMenu report={report} search={search} />
        </>
      }
    >
      {report === 'winners' && !isFiltered(search) && <HeldNote />}
      <div className="report-bar cluster gap-8">
        <ReportFilters search={search} onChange={change} hasKeywords={report === 'winners'} />
        {report === 'winners' ? <LegendNote /> : <SurfacesViewPicker search={search} onChange={change} />}
      </div>
      {report === 'winners' ? (
        <WinnersTable
          search={search}
          onChange={change}
          onCompare={(stat) => change({ compare: stat.stat_id })}
        />
      ) : (
        <SurfacesChart search={search} onChange={change} />
      )}
      {search.compare !== undefined && (
        <ComparisonDialog statId={search.compare} onClose={() => change({ compare: undefined })} />
      )}
    </Page>
  )
}
