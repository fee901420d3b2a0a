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

function SitesBar({ sites, total }: { sites: StockReportSummary['SITES']; total: number }) {
  const known = useQuery(sitesQuery).data ?? []
  const nameOf = (code: string) =>
    known.find((site) => site.code.toLowerCase() === code)?.display_name ?? code
  const losing = sites.filter(({ AT_RISK }) => AT_RISK > 0)
  if (losing.length < 2) return null
  const parts = losing.map((site, index) => ({ ...site, tint: Math.min(index + 1, TINTS) }))
  return (
    <div className="risk-sites stack gap-6 caption">
      <span className="meta">at risk a week, by site</span>
      <div className="risk-bar row align-stretch gap-2" aria-hidden="true">
        {parts.map(({ SITE, AT_RISK, tint }) => (
          <span key={SITE} data-tint={tint} style={{ flexGrow: AT_RISK / total }} />
        ))}
      </div>
      <ul>
        {parts.map(({ SITE, AT_RISK, tint }) => (
          <li className="row gap-6" key={SITE}>
            <span className="risk-swatch" data-tint={tint} aria-hidden="true" />
            {nameOf(SITE)} <span className="tabular quiet">{money(AT_RISK)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answer({ summary, kinds }: { summary: StockReportSummary; kinds: string }) {
  const { AT_RISK, IS_ESTIMATE, UNKNOWN, PRODUCTS, POSTS, NEW } = summary
  const about = IS_ESTIMATE ? '≈ ' : ''
  return (
    <p>
      <strong className="answer-figure">{AT_RISK === null ? '–' : `${about}${money(AT_RISK)}`}</strong>
      {AT_RISK === null
        ? 'amount at risk unknown'
        : `at risk a week, ${about}${money(monthly(AT_RISK))} a month`}
      {`: ${countedIn(PRODUCTS, 'product')} in ${countedIn(POSTS, 'post')}${kinds}`}
      {NEW.PRODUCTS > 0 && (
        <span className="answer-change">
          {NEW.AT_RISK !== null && <strong className="bad-text">↑ {money(NEW.AT_RISK)}</strong>}{' '}
          {countedIn(NEW.PRODUCTS, 'product')} new since yesterday
        </span>
      )}
      {UNKNOWN > 0 && AT_RISK !== null && (
        <span className="answer-change quiet">without {counted(UNKNOWN)} with no earnings data</span>
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
  if (!summary || summary.PRODUCTS === 0) return null
  return (
    <section className="oos-answer" aria-label="At risk">
      <div className="answer-line">
        <Answer summary={summary} kinds={kindsWords(stocksIn(search))} />
        {search.group === 'product' ? (
          <PlacesPanel search={search} />
        ) : (
          summary.AT_RISK !== null && <SitesBar sites={summary.SITES} total={summary.AT_RISK} />
        )}
      </div>
      <details>
        <summary>How it’s calculated</summary>
        {RISK_FORMULA}
      </details>
    </section>
  )
}
