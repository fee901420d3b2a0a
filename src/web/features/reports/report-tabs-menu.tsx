import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
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
  /** How Products OOS is grouped, where that is not as everybody sees it. */
  const oosGroup = data?.oosGroup === 'article' ? undefined : (data?.oosGroup ?? undefined)
  return { isPending, liked, oosGroup }
}

interface ReportTabsProps {
  report: ReportName
  /** What this report's address says that the others go on with. */
  search: Partial<ReportsSearch>
}

/** The reports beside each other. What narrows one of them narrows the next one, as far as it can. */
export function ReportTabs({ report, search }: ReportTabsProps) {
  const { liked, oosGroup } = useLiked()
  const { range, tag, site, query, stock } = search
  return (
    <nav className="report-tabs" aria-label="Reports">
      {REPORT_NAMES.map((name) => {
        const current = name === report ? 'page' : undefined
        return name === 'oos' ? (
          <Link
            key={name}
            to={SCREENS.oosReport.path}
            search={{ range, tag, site, query, stock, group: oosGroup }}
            aria-current={current}
          >
            {REPORT_LABELS[name]}
          </Link>
        ) : (
          <Link
            key={name}
            to={SCREENS.report.path}
            params={{ report: name }}
            search={{ ...search, page: undefined, ...liked(name) }}
            aria-current={current}
          >
            {REPORT_LABELS[name]}
          </Link>
        )
      })}
    </nav>
  )
}
