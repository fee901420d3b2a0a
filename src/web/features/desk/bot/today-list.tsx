import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, PackageX, TrendingDown } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { useMay } from '#web/api/session.ts'
import { pendingCountQuery } from '#web/features/articles/articles/queries.ts'
import { visitDay } from '#web/features/keywords/keywords/messages.ts'
import { movesQuery } from '#web/features/keywords/keywords/queries.ts'
import { summaryQuery } from '#web/features/posts/stock-report/queries.ts'
import { OosSearch } from '#web/features/posts/stock-report/search.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { TODAY } from './messages.ts'

const SIZE = { size: 14, 'aria-hidden': true } as const
const SOLD_OUT = OosSearch.parse({})

/** Keywords that others hold now. */
function LostFact() {
  const { data } = useQuery(movesQuery)
  const today = useToday()
  if (!data || data.lost === 0) return null
  return (
    <li>
      <Link to={SCREENS.keywords.path} search={{ tracked: true, sort: 'moved', lostSince: data.since }}>
        <TrendingDown {...SIZE} className="tone-bad" />
        {countedIn(data.lost, 'keyword')} lost
      </Link>
      <span className="quiet">
        {counted(data.won)} won since {visitDay(data.since, today)}
      </span>
    </li>
  )
}

function WaitingFact() {
  const { data: count = 0 } = useQuery(pendingCountQuery)
  if (count === 0) return null
  return (
    <li>
      <Link to={SCREENS.pendingArticles.path}>
        <Clock {...SIZE} className="tone-note" />
        {countedIn(count, 'article')} waiting for review
      </Link>
    </li>
  )
}

function SoldOutFact() {
  const { data } = useQuery(summaryQuery(SOLD_OUT))
  if (!data || data.products === 0) return null
  return (
    <li>
      <Link to={SCREENS.oosReport.path} search={{ group: 'product' }}>
        <PackageX {...SIZE} className="tone-warn" />
        {countedIn(data.products, 'product')} can’t be bought
      </Link>
      {data.at_risk !== null && (
        <span className="quiet">
          {data.is_estimate ? '≈ ' : ''}
          {money(data.at_risk)} a week at risk
        </span>
      )}
    </li>
  )
}

/** What to look at today, before the first question; only what the user may see. */
export function TodayList() {
  const maySeeKeywords = useMay(...SCREENS.keywords.access)
  const mayReview = useMay(...SCREENS.pendingArticles.access)
  return (
    <section className="bot-today" aria-label={TODAY}>
      <h2>{TODAY}</h2>
      <ul>
        {maySeeKeywords && <LostFact />}
        {mayReview && <WaitingFact />}
        {maySeeKeywords && <SoldOutFact />}
      </ul>
    </section>
  )
}
