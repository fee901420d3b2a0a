import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { Empty } from '#web/ui/empty.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { patched } from '#web/ui/patched.ts'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { ViewsMenu } from '../saved-views/views-menu.tsx'
import { LegendNote } from '../share-of-voice/legend-note.tsx'
import { ExportReportMenu } from './export-report-menu.tsx'
import { REPORT_LABELS, REPORT_NAMES, type ReportName } from './messages.ts'
import { reportChoicesQuery } from './queries.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportsSearch, VIEW } from './search.ts'
import { SurfacesChart, SurfacesViewPicker } from './surfaces-chart.tsx'
import { WinnersTable } from './winners-table.tsx'

const ComparisonDialog = onDemand(() =>
  import('../comparison/comparison-dialog.tsx').then(({ ComparisonDialog }) => ComparisonDialog),
)

const FIRST: ReportName = 'winners'

const isReport = (name: string): name is ReportName => isOneOf(REPORT_NAMES, name)

/** What the person likes to see of a report otherwise than a bare address shows it; nothing as long as that is not known. */
function useLiked() {
  const { data, isPending } = useQuery(reportChoicesQuery)
  const liked = (report: ReportName): Partial<ReportsSearch> => ({
    size: report === 'winners' ? (data?.winnersSize ?? undefined) : undefined,
    view: report === 'surfaces' ? (data?.surfacesView ?? undefined) : undefined,
  })
  return { isPending, liked }
}

/** The reports begin with Keyword Winners, as the person likes them. */
export function FirstReportScreen() {
  const { isPending, liked } = useLiked()
  if (isPending) return null
  return <Navigate to={SCREENS.report.path} params={{ report: FIRST }} search={liked(FIRST)} replace />
}

function ReportTabs({ report }: { report: ReportName }) {
  const { liked } = useLiked()
  return (
    <nav className="report-tabs" aria-label="Reports">
      {REPORT_NAMES.map((name) => (
        <Link
          key={name}
          from={SCREENS.report.path}
          to={SCREENS.report.path}
          params={{ report: name }}
          search={patched<ReportsSearch>({ page: undefined, ...liked(name) })}
          aria-current={name === report ? 'page' : undefined}
        >
          {REPORT_LABELS[name]}
        </Link>
      ))}
    </nav>
  )
}

/** Reports: who wins each keyword, how much each publisher holds, what is out of stock. */
export function ReportsScreen() {
  const { report = '' } = useParams({ strict: false })
  const [search, change] = useSearchState(ReportsSearch)
  if (!isReport(report)) return <FirstReportScreen />
  return (
    <Page
      title={SCREENS.report.title}
      about={<ReportTabs report={report} />}
      actions={
        report !== 'oos' && (
          <>
            <ViewsMenu screen="reports" kept={VIEW} />
            <ExportReportMenu report={report} search={search} />
          </>
        )
      }
    >
      {report === 'oos' ? (
        <div className="sheet">
          <Empty
            icon={<Hammer size={20} aria-hidden="true" className="quiet" />}
            text="Products of published articles that are out of stock. This report is not built yet."
          />
        </div>
      ) : (
        <>
          <div className="report-bar">
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
        </>
      )}
      {search.compare !== undefined && (
        <ComparisonDialog statId={search.compare} onClose={() => change({ compare: undefined })} />
      )}
    </Page>
  )
}
