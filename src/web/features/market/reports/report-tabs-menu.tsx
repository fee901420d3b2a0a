import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { REPORT_LABELS, REPORT_NAMES, type ReportName } from './messages.ts'
import { reportChoicesQuery } from './queries.ts'
import type { ReportsSearch } from './search.ts'

/** The user's stored report settings that differ from the defaults; empty while loading. */
export function useLiked() {
  const { data, isPending } = useQuery(reportChoicesQuery)
  const liked = (report: ReportName): Partial<ReportsSearch> => ({
    size: report === 'winners' ? (data?.winners_size ?? undefined) : undefined,
    view: report === 'surfaces' ? (data?.surfaces_view ?? undefined) : undefined,
  })
  /** The grouping of Products OOS, if it is not the default. */
  const oosGroup = data?.oos_group === 'article' ? undefined : (data?.oos_group ?? undefined)
  return { isPending, liked, oosGroup }
}

interface ReportTabsProps {
  report: ReportName
  /** The parameters of this report that are carried over to the others. */
  search: Partial<ReportsSearch>
}

/** The tabs of the reports. The filters of one are kept in the next, as far as it supports them. */
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
