import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { OosSearch } from '../stock-report/search.ts'
import { REPORT_LABELS, REPORT_NAMES, type ReportName } from './messages.ts'
import { reportChoicesQuery } from './queries.ts'
import type { ReportsSearch } from './search.ts'

/** What the person likes to see of a report otherwise than a bare address shows it; nothing as long as that is not known. */
export function useLiked() {
  const { data, isPending } = useQuery(reportChoicesQuery)
  const liked = (report: ReportName): Partial<ReportsSearch> => ({
    size: report === 'winners' ? (data?.winnersSize ?? undefined) : undefined,
    view: report === 'surfaces' ? (data?.surfacesView ?? undefined) : undefined,
  })
  return { isPending, liked }
}

/** What of a report's address the others go on with. */
type Shared = Pick<ReportsSearch, 'range' | 'tag' | 'site' | 'query'> & { stock?: OosSearch['stock'] }

/** The reports beside each other. What narrows one of them narrows the next one, as far as it can. */
export function ReportTabs({ report, search }: { report: ReportName; search: Shared }) {
  const { liked } = useLiked()
  const { range, tag, site, query, stock } = search
  const kept = { range, tag, site, query, stock }
  return (
    <nav className="report-tabs" aria-label="Reports">
      {REPORT_NAMES.map((name) => {
        const current = name === report ? 'page' : undefined
        return name === 'oos' ? (
          <Link key={name} to={SCREENS.oosReport.path} search={kept} aria-current={current}>
            {REPORT_LABELS[name]}
          </Link>
        ) : (
          <Link
            key={name}
            to={SCREENS.report.path}
            params={{ report: name }}
            search={{ ...kept, ...liked(name) }}
            aria-current={current}
          >
            {REPORT_LABELS[name]}
          </Link>
        )
      })}
    </nav>
  )
}
