import { useQuery } from '@tanstack/react-query'
import type { StockReportSummary } from '#shared/features/posts/stock-report/contract.ts'
import { monthly, RISK_FORMULA } from '#shared/features/posts/stock-report/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { FAILURES } from '../../market/reports/messages.ts'
import { kindsWords } from './messages.ts'
import { PlacesPanel } from './places-panel.tsx'
import { summaryQuery } from './queries.ts'
import { type OosSearch, stocksIn } from './search.ts'

/** The number of bar colours; further parts share the last one. */
const TINTS = 8

function SitesBar({ sites, total }: { sites: StockReportSummary['sites']; total: number }) {
  const known = useQuery(sitesQuery).data ?? []
  const nameOf = (code: string) =>
    known.find((site) => site.code.toLowerCase() === code)?.display_name ?? code
  const losing = sites.filter(({ at_risk: atRisk }) => atRisk > 0)
  if (losing.length < 2) return null
  const parts = losing.map((site, index) => ({ ...site, tint: Math.min(index + 1, TINTS) }))
  return (
    <div className="risk-sites stack gap-6 caption">
      <span className="meta">at risk a week, by site</span>
      <div className="risk-bar row align-stretch gap-2" aria-hidden="true">
        {parts.map(({ site, at_risk: atRisk, tint }) => (
          <span key={site} data-tint={tint} style={{ flexGrow: atRisk / total }} />
        ))}
      </div>
      <ul>
        {parts.map(({ site, at_risk: atRisk, tint }) => (
          <li className="row gap-6" key={site}>
            <span className="risk-swatch" data-tint={tint} aria-hidden="true" />
            {nameOf(site)} <span className="tabular quiet">{money(atRisk)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answer({ summary, kinds }: { summary: StockReportSummary; kinds: string }) {
  const { at_risk: atRisk, is_estimate: isEstimate, unknown, products, posts, new: fresh } = summary
  const about = isEstimate ? '≈ ' : ''
  return (
    <p>
      <strong className="answer-figure">{atRisk === null ? '–' : `${about}${money(atRisk)}`}</strong>
      {atRisk === null
        ? 'amount at risk unknown'
        : `at risk a week, ${about}${money(monthly(atRisk))} a month`}
      {`: ${countedIn(products, 'product')} in ${countedIn(posts, 'post')}${kinds}`}
      {fresh.products > 0 && (
        <span className="answer-change">
          {fresh.at_risk !== null && <strong className="bad-text">↑ {money(fresh.at_risk)}</strong>}{' '}
          {countedIn(fresh.products, 'product')} new since yesterday
        </span>
      )}
      {unknown > 0 && atRisk !== null && (
        <span className="answer-change quiet">without {counted(unknown)} with no earnings data</span>
      )}
    </p>
  )
}

/**
 * The total loss of the filtered products, the new part of it, and how it is calculated; beside it the sites, or for
 * rows by product where they can be replaced.
 */
export function RiskPanel({ search }: { search: OosSearch }) {
  const { data: summary, error, refetch } = useQuery(summaryQuery(search))
  if (error && !summary)
    return <Failed title={FAILURES.risk} message={error.message} onRetry={() => void refetch()} />
  if (!summary || summary.products === 0) return null
  return (
    <section className="oos-answer" aria-label="At risk">
      <div className="answer-line">
        <Answer summary={summary} kinds={kindsWords(stocksIn(search))} />
        {search.group === 'product' ? (
          <PlacesPanel search={search} />
        ) : (
          summary.at_risk !== null && <SitesBar sites={summary.sites} total={summary.at_risk} />
        )}
      </div>
      <details>
        <summary>How it’s calculated</summary>
        {RISK_FORMULA}
      </details>
    </section>
  )
}
