import { useQuery } from '@tanstack/react-query'
import type { FlagCount } from '#shared/features/posts/content-tracker/contract.ts'
import { NO_FLAG, yearChange, yearsOf } from '#shared/features/posts/content-tracker/rules.ts'
import { counted } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { Delta } from '#web/ui/cells/delta.tsx'
import { WeekChart } from '#web/ui/chart/week-chart.tsx'
import { YearsLegend } from '#web/ui/chart/years-legend.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { FlagIcon } from './flags-cell.tsx'
import {
  EARNINGS_UNKNOWN,
  FACT_FLAGS,
  FAILURES,
  type FactFlag,
  flagLabel,
  flagRule,
  lateNotes,
} from './messages.ts'
import { overviewQuery } from './queries.ts'
import type { TrackerSearch } from './search.ts'

const CHART_HEIGHT = 64
const ICON = 14

const posts = (count: number) => `${counted(count)} ${count === 1 ? 'post' : 'posts'}`

function noteOf({ flag, earnings, lost }: FlagCount, isTold: boolean): string {
  if (!isTold) return EARNINGS_UNKNOWN
  if (flag === 'EARNINGS_DROP') return `${money(-lost)} in four weeks`
  if (flag === 'OUT_OF_STOCK' || flag === 'INVALID_ASIN') return `earn ${money(earnings)} in total`
  return `earn ${money(earnings)}`
}

/** A rare flag is hidden while no post has it. */
const isIdle = (key: string, flags: readonly FlagCount[]) =>
  key === 'INVALID_ASIN' && !flags.some((counted) => counted.flag === key && counted.posts > 0)

/** The flags as filters, each with the number of its posts and their earnings. */
const factsOf = (flags: readonly FlagCount[], isTold: boolean, active: string | undefined) =>
  FACT_FLAGS.filter((key) => !isIdle(key, flags) || key === active).map((key) => {
    const count = flags.find(({ flag }) => flag === key)
    return {
      key,
      label: key === NO_FLAG ? 'No flag' : flagLabel(key),
      hint: key === NO_FLAG ? 'No problems found.' : flagRule(key),
      icon: <FlagIcon flag={key} size={ICON} />,
      value: count ? posts(count.posts) : '…',
      note: count ? noteOf(count, isTold) : ' ',
    }
  })

/** The total earnings of a month, or a note that no earnings were reported. */
function EarnedLine({ all, isTold }: { all: FlagCount | undefined; isTold: boolean }) {
  if (!all)
    return (
      <>
        <strong className="answer-figure">…</strong>earned in 30 days by …
      </>
    )
  return (
    <>
      <strong className="answer-figure">{isTold ? money(all.earnings) : '–'}</strong>
      {isTold ? 'earned in 30 days by' : 'no earnings data yet for'} {posts(all.posts)}
    </>
  )
}

interface OverviewPanelProps {
  search: TrackerSearch
  onFlag: (flag: FactFlag | undefined) => void
}

/**
 * The earnings of all posts compared with the previous year, and the flags, each with the number of its posts
 * and their earnings.
 */
export function OverviewPanel({ search, onFlag }: OverviewPanelProps) {
  const overview = useQuery(overviewQuery(search))
  if (overview.error && !overview.data)
    return (
      <Failed
        title={FAILURES.overview}
        message={overview.error.message}
        onRetry={() => void overview.refetch()}
      />
    )
  const { weeks = [], late = [], flags = [] } = overview.data ?? {}
  const all = flags.find(({ flag }) => flag === 'ALL')
  // The list itself says what to do.
  if (all?.posts === 0) return null
  // Zero earnings differ from missing reports.
  const isTold = weeks.length > 0 || (all !== undefined && all.earnings !== 0)
  // Weekly figures are only known per site, not for posts filtered by title.
  const years = search.title === '' ? yearsOf(weeks) : null
  const change = years && yearChange(years)
  return (
    <section className="tracker-overview stack gap-16" aria-label="All posts" aria-busy={overview.isFetching}>
      <div className="answer-line">
        <p>
          <EarnedLine all={all} isTold={isTold} />
          <span className="answer-change">
            {change !== null && change !== undefined && (
              <>
                <Delta change={change} /> in 52 weeks vs. the year before
              </>
            )}
          </span>
        </p>
        <div className="answer-picture">
          {years && (
            <>
              <WeekChart
                weeks={years.weeks}
                values={years.year}
                before={years.before}
                height={CHART_HEIGHT}
                words={money}
                description={`Earnings per week of ${search.site ? 'this site' : 'all sites'}, 52 weeks to ${years.weeks.at(-1)}, over the year before`}
              />
              <YearsLegend />
            </>
          )}
          {years &&
            lateNotes(late, Boolean(search.site)).map((note) => (
              <p key={note} className="tracker-late">
                {note}
              </p>
            ))}
        </div>
      </div>
      <FactStrip
        label="Flags"
        facts={factsOf(flags, isTold, search.flag)}
        active={FACT_FLAGS.find((flag) => flag === search.flag)}
        onChange={onFlag}
      />
    </section>
  )
}
