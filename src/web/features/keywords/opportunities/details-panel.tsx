import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CalendarPlus, ChartSpline, PenLine, Search, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Opportunity, OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import {
  type Country,
  MARKETS,
  publishByFormula,
  weekOfYear,
} from '#shared/features/keywords/opportunities/rules.ts'
import { counted } from '#shared/format/count.ts'
import { dayWords, plusDays } from '#shared/format/day.ts'
import { useMay } from '#web/api/session.ts'
import { extentOf } from '#web/ui/chart/scale.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MarketChart, type Week } from './market-chart.tsx'
import { FAILURES, leadWords, monthName, PLAN, priceIn, REQUEST } from './messages.ts'
import type { OpportunitySteps } from './opportunity-menu.tsx'
import { type ChartName, chartQuery, leadOf } from './queries.ts'
import { TopProductsList } from './top-products-list.tsx'
import { TrendBadge } from './trend-badge.tsx'
import { WeeksTable } from './weeks-table.tsx'

interface DetailsPanelProps {
  row: Opportunity
  country: Country
}

const YEAR_DAYS = 364

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const compact = (value: number) => COMPACT.format(value).toLowerCase()

/** The charts: the content and look of each, and the meaning of a point. */
const LOOKS = {
  searchVolume: { title: 'Search volume', shape: 'line', tone: 'accent', point: 'Searches a week' },
  averageUnitsSold: {
    title: 'Units sold',
    shape: 'line',
    tone: 'warn',
    point: 'Average units per product a week',
  },
  averagePrice: { title: 'Average price', shape: 'steps', tone: 'note', point: 'Weekly average price' },
  seasonality: {
    title: 'Seasonality',
    shape: 'bars',
    tone: 'accent',
    point: 'By week of the year, % of the peak',
  },
} as const satisfies Record<ChartName, object>

interface ChartProps extends DetailsPanelProps {
  chart: ChartName
  note: ReactNode
  format: (value: number) => string
  formatAxis?: (value: number) => string
  /** The hovered week, as `yyyy-MM-dd`. */
  pointed: string | null
  onPoint: (date: string | null) => void
}

/** The number of the ISO week that contains most of a week's days, on whatever day the week starts. */
const numberOf = (date: string) => weekOfYear(new Date(`${plusDays(date, 3)}T00:00:00Z`))

/** The index of a week in the list: the same week, or the same ISO week of another year. */
function placeOf(weeks: readonly Week[], date: string): number | null {
  const exact = weeks.findIndex((week) => week.date === date)
  if (exact >= 0) return exact
  const alike = weeks.findIndex((each) => numberOf(each.date) === numberOf(date))
  return alike < 0 ? null : alike
}

/**
 * The last year of the data and the values of the same weeks a year earlier. A missing week is left empty,
 * not replaced by another.
 */
function yearsOf(all: readonly Week[]) {
  const last = all.at(-1)?.date ?? ''
  const weeks = all.filter(({ date }) => date > plusDays(last, -YEAR_DAYS))
  const values = new Map(all.map(({ date, value }) => [date, value]))
  return { weeks, before: weeks.map(({ date }) => values.get(plusDays(date, -YEAR_DAYS))) }
}

/** The text below a chart: the hovered week, or the meaning of the points. */
const wordsOf =
  (chart: ChartName, hasBefore: boolean, format: (value: number) => string) =>
  (week: Week | undefined, before: number | null | undefined): string => {
    if (week === undefined) return `${LOOKS[chart].point}${hasBefore ? '; dashed: a year earlier' : ''}`
    if (chart === 'seasonality') return `Week ${numberOf(week.date)}: ${format(week.value)}`
    const earlier = before == null ? '' : `, a year earlier ${format(before)}`
    return `Week of ${week.date}: ${format(week.value)}${earlier}`
  }

/** One chart. It shows its own error, so the other charts are not affected. */
function Chart({ row, country, chart, note, format, formatAxis = format, pointed, onPoint }: ChartProps) {
  const { data, error, refetch, isFetching } = useQuery(chartQuery(chart, row.name, country))
  const { title, shape, tone, point } = LOOKS[chart]
  const all = data ?? []
  const years = all.length === 0 ? { weeks: [], before: [] } : yearsOf(all)
  // Seasonality covers all 52 weeks; their dates in this year only give them a position.
  const weeks = chart === 'seasonality' ? all : years.weeks
  const before = chart === 'searchVolume' ? years.before : []
  const extent = extentOf([weeks.map(({ value }) => value)])
  const span =
    chart === 'seasonality'
      ? 'weeks 1 to 52'
      : `${weeks[0]?.date} to ${plusDays(weeks.at(-1)?.date ?? '1970-01-01', 6)}`
  const said = extent
    ? `${span}. ${point}: from ${format(extent.low)} to ${format(extent.high)}`
    : 'no data yet'
  return (
    <figure className="opportunity-chart">
      <figcaption>
        <strong>{title}</strong> <span className="quiet">{note}</span>
      </figcaption>
      {error && !data ? (
        <p className="chart-failure stack quiet">
          {FAILURES.chart}{' '}
          <Button type="link" size="small" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      ) : data ? (
        <MarketChart
          weeks={weeks}
          before={before}
          shape={shape}
          tone={tone}
          at={pointed === null ? null : placeOf(weeks, pointed)}
          onPoint={(at) => onPoint(at === null ? null : (weeks[at]?.date ?? null))}
          formatAxis={formatAxis}
          words={wordsOf(
            chart,
            before.some((value) => value !== undefined),
            format,
          )}
          description={`${title} of ${row.name}, ${said}`}
          {...(shape === 'bars' && row.peakWeek !== null ? { peak: row.peakWeek - 1 } : {})}
        />
      ) : (
        <div className="market-chart-place skeleton" role="status" aria-label="Loading">
          <span />
        </div>
      )}
    </figure>
  )
}

const axisMoney = (country: Country) => {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: MARKETS[country].currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return (value: number) => format.format(value).toLowerCase()
}

type Lead = OpportunityPage['lead']

/** The sentence that says by when an article must be published, and why. */
function PublishNote({ row: { publish_by: by }, lead }: { row: Opportunity; lead: Lead }) {
  const today = useToday()
  if (by === null) return null
  return (
    <p className="publish-note row gap-8" title={publishByFormula(leadOf(lead))}>
      <CalendarClock className="warn-text" size={16} aria-hidden="true" />
      <span>
        {by.missed !== null &&
          `The ${dayWords(by.missed, today)} season has already started. For the next one, publish by `}
        {by.missed === null && 'Publish by '}
        <strong>{dayWords(by.date, today)}</strong> to rank when demand peaks in {monthName(by.peak)}:{' '}
        {leadWords(lead)}
      </span>
    </p>
  )
}

interface DetailsProps extends DetailsPanelProps {
  lead: Lead | null
  /** Actions for the keyword, for users with the permission. */
  steps: OpportunitySteps | null
}

/**
 * Details of a keyword beyond its row: four charts that share a calendar, and the products behind the
 * keyword.
 */
export function DetailsPanel({ row, country, lead, steps }: DetailsProps) {
  const [pointed, point] = useState<string | null>(null)
  const [isTable, setTable] = useState(false)
  const mayResearch = useMay('ViewTools', 'KeywordResearch')
  const shared = { row, country, pointed, onPoint: point }
  const Icon = isTable ? ChartSpline : Table2
  return (
    <section className="opportunity-details" aria-label={`Details of ${row.name}`}>
      <div className="opportunity-details-tools cluster justify-end gap-16 row-gap-8">
        {lead && <PublishNote row={row} lead={lead} />}
        {mayResearch && (
          <Link to={SCREENS.keywordResearch.path} search={{ keyword: row.name, country }}>
            <Search size={14} aria-hidden="true" /> Research this keyword
          </Link>
        )}
        <Button size="small" icon={<Icon size={14} aria-hidden="true" />} onClick={() => setTable(!isTable)}>
          {isTable ? 'As charts' : 'As table'}
        </Button>
        {steps && (
          <>
            <Button
              size="small"
              icon={<CalendarPlus size={14} aria-hidden="true" />}
              onClick={() => steps.onPlan([row.name])}
            >
              {PLAN}
            </Button>
            <Button
              size="small"
              icon={<PenLine size={14} aria-hidden="true" />}
              onClick={() => steps.onRequest(row.name)}
            >
              {REQUEST}
            </Button>
          </>
        )}
      </div>
      {isTable ? (
        <WeeksTable name={row.name} country={country} />
      ) : (
        <div className="opportunity-charts">
          <Chart
            {...shared}
            chart="searchVolume"
            format={compact}
            note={
              <>
                {counted(row.estimatedExactSearchVolume)} a month <TrendBadge value={row.quarterlyTrend} />{' '}
                this quarter
              </>
            }
          />
          <Chart
            {...shared}
            chart="averageUnitsSold"
            format={compact}
            note={row.avgUnitsSold !== null && `${counted(row.avgUnitsSold)} a month on average`}
          />
          <Chart
            {...shared}
            chart="averagePrice"
            format={(value) => priceIn(country, value)}
            formatAxis={axisMoney(country)}
            note={row.avgPrice !== null && priceIn(country, row.avgPrice)}
          />
          <Chart
            {...shared}
            chart="seasonality"
            format={(value) => `${compact(value)} %`}
            note={
              row.classification5 !== null &&
              `${row.classification5} of 5${row.peakWeek === null ? '' : `, peak week ${row.peakWeek}`}`
            }
          />
        </div>
      )}
      <TopProductsList asins={row.combinedAsins.map(({ asin }) => asin)} country={country} />
    </section>
  )
}
