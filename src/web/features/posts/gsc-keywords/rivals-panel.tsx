import { useQuery } from '@tanstack/react-query'
import { ChartSpline, ListPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Advice, Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { RivalDays, RivalPost, Rivalry } from '#shared/features/posts/rivalries/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { rivalLook } from '#web/ui/chart/line-style.ts'
import { LineSwatch } from '#web/ui/chart/line-swatch.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { makeLabel } from '../search-tasks/messages.ts'
import { TaskProgressNote } from '../search-tasks/search-task-note.tsx'
import { type Proposal, useSearchTasks } from '../search-tasks/use-search-tasks.ts'
import { AdvicePicker } from './advice-picker.tsx'
import { LeavingButton } from './leaving-menu.tsx'
import { FAILURES } from './messages.ts'
import { PostTitleCell } from './post-title-cell.tsx'
import { rivalDaysQuery, rivalKeyOf, useReload } from './queries.ts'
import { RivalActionsMenu } from './rival-actions-menu.tsx'
import type { ChangedKeywords } from './use-changed-keywords.ts'

const RivalDaysChart = onDemand(() =>
  import('./rival-days-chart.tsx').then(({ RivalDaysChart }) => RivalDaysChart),
)

/** The number of weeks that fit beside each other. */
const WEEKS_SHOWN = 26
/** A week without impressions still has a visible cell. */
const FAINTEST = 0.06

interface WeekCellsProps {
  weeks: readonly string[]
  shown: readonly (number | null)[]
  color: string
  title: string
}

/** The post's share of our impressions per week, as one cell per week. */
function WeekCells({ weeks, shown, color, title }: WeekCellsProps) {
  const from = Math.max(0, weeks.length - WEEKS_SHOWN)
  const most = shown.slice(from).filter((share) => share !== null && share >= 0.5).length
  return (
    <span
      className="gsc-week-cells row align-stretch gap-1"
      role="img"
      aria-label={`${title} led in ${most} of ${weeks.length - from} weeks`}
    >
      {weeks.slice(from).map((week, at) => {
        const share = shown[from + at] ?? null
        return (
          <span
            key={week}
            title={`Week of ${week}: ${share === null ? 'no impressions' : `${Math.round(share * 100)} %`}`}
            style={{ background: color, opacity: Math.max(FAINTEST, share ?? 0) }}
          />
        )
      })}
    </span>
  )
}

/** How often Google switched between the posts, and the effect on the clicks. */
function Turns({ days }: { days: RivalDays }) {
  const { turns, turn_change: turnChange, weeks } = days
  const change = turnChange === null ? null : Math.round(turnChange * 100)
  return (
    <p className="quiet">
      Google switched posts <strong className="ink">{countedIn(turns, 'time')}</strong> in{' '}
      {countedIn(weeks.length, 'week')}
      {change !== null &&
        change !== 0 &&
        `; those weeks had ${Math.abs(change)} % ${change < 0 ? 'fewer' : 'more'} clicks`}
      .
    </p>
  )
}

interface RivalRowProps extends RivalsPanelProps {
  post: RivalPost
  place: number
  days: RivalDays | null | undefined
  /** The advice for the post, or the progress of its task. */
  advice: ReactNode
}

function RivalRow({ row, post, place, days, changed, advice }: RivalRowProps) {
  const look = rivalLook(place, useActiveTheme())
  const own = days?.posts.find(
    ({ site_code: siteCode, post_id: postId }) => siteCode === post.site_code && postId === post.post_id,
  )
  const change = changed.changes.get(rivalKeyOf(post))
  return (
    <li className={change === undefined ? 'gsc-rival' : 'gsc-rival gsc-row-changed'}>
      <span className="gsc-rival-post row gap-10">
        <LineSwatch {...look} />
        <span className="gsc-rival-names stack shrinkable">
          <PostTitleCell code={post.site_code} title={post.post_title} address={post.permalink} />
          <span className="meta">
            {change === undefined ? (post.post_keyword ?? 'No keyword') : <strong>{change.after}</strong>}
            {change?.before != null && <s> {change.before}</s>}
            {change?.error != null && <span className="caption bad-text"> {change.error}</span>}
          </span>
        </span>
      </span>
      <span className="gsc-rival-figure nowrap text-right">
        <strong className="tabular">{counted(post.clicks)}</strong> <span className="quiet">clicks</span>
      </span>
      <span className="gsc-rival-figure nowrap text-right">
        <strong className="tabular">{post.position.toFixed(1)}</strong>{' '}
        <span className="quiet">position</span>
      </span>
      <span className="gsc-rival-figure nowrap text-right">
        {post.earnings === null ? (
          <span className="quiet">earnings unknown</span>
        ) : (
          <>
            <strong className="tabular">{money(post.earnings)}</strong> <span className="quiet">30 d</span>
          </>
        )}
      </span>
      {own && days ? (
        <WeekCells weeks={days.weeks} shown={own.shown} color={look.color} title={post.post_title} />
      ) : (
        <span className="gsc-week-cells row align-stretch gap-1" />
      )}
      <span className="gsc-advice stack gap-4">
        {advice}
        <RivalActionsMenu post={post} query={row.query} keeper={row.posts[0] ?? post} changed={changed} />
      </span>
    </li>
  )
}

/** The actions chosen for the posts of a query, and the tasks created from them. */
function useRivalTasks(row: Rivalry, period: Period) {
  const [chosen, choose] = useState<ReadonlyMap<string, Advice | null>>(new Map())
  const proposalOf = ({ post_id: postId, site_id: siteId, task }: RivalPost): Proposal => ({
    post_id: postId,
    site_id: siteId,
    query: row.query,
    task,
  })
  const tasks = useSearchTasks(row.posts.map(proposalOf), period, useReload())
  const aimOf = (post: RivalPost) => {
    const aim = chosen.get(rivalKeyOf(post))
    return aim === undefined ? post.advice : aim
  }
  const standingOf = (post: RivalPost) => tasks.standingOf(proposalOf(post))
  const wantedOf = (posts: readonly RivalPost[]) =>
    posts.flatMap((post) => {
      const { post_id, site_id } = post
      // An existing task keeps its aim, even if the current advice differs.
      const aim = standingOf(post).task?.aim ?? aimOf(post)
      return aim === null ? [] : [{ post_id, site_id, query: row.query, aim }]
    })
  const open = row.posts.filter((post) => standingOf(post).task === null)
  const wanted = wantedOf(open)
  return {
    tasks,
    count: wanted.length,
    makeAll: () => tasks.make(wanted),
    adviceOf: (post: RivalPost, place: number) => (
      <AdvicePicker
        title={post.post_title}
        isKeeper={place === 0}
        aim={aimOf(post)}
        onChoose={(aim) => choose(new Map([...chosen, [rivalKeyOf(post), aim]]))}
        standing={standingOf(post)}
        onRetry={() => tasks.make(wantedOf([post]))}
      />
    ),
  }
}

interface RivalsPanelProps {
  row: Rivalry
  period: Period
  changed: ChangedKeywords
}

/** Posts that compete for a query: which one was shown when, and the advice for each. */
export function RivalsPanel(props: RivalsPanelProps) {
  const { row, period } = props
  const [isDaily, showDays] = useState(false)
  const { data, error, refetch } = useQuery(rivalDaysQuery(row.query, period))
  const { tasks, adviceOf, makeAll, count } = useRivalTasks(row, period)
  return (
    <section className="gsc-rivals" aria-label={`Posts of “${row.query}”`}>
      <p className="gsc-rivals-head meta">Post shown by Google, by week</p>
      <ul>
        {row.posts.map((post, place) => (
          <RivalRow
            key={rivalKeyOf(post)}
            {...props}
            post={post}
            place={place}
            days={data}
            advice={adviceOf(post, place)}
          />
        ))}
      </ul>
      {error && !data && (
        <Failed title={FAILURES.rivalDays} message={error.message} onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="gsc-rivals-foot cluster between gap-16 row-gap-8">
          <Turns days={data} />
          <Button
            size="small"
            icon={<ChartSpline size={14} aria-hidden="true" />}
            aria-expanded={isDaily}
            onClick={() => showDays(!isDaily)}
          >
            {isDaily ? 'Hide days' : 'Positions and clicks by day'}
          </Button>
          <span className="cluster gap-8">
            <TaskProgressNote progress={tasks.progress} />
            <LeavingButton row={row} period={period} />
            {count > 0 && (
              <Button
                size="small"
                icon={<ListPlus size={14} aria-hidden="true" />}
                loading={tasks.isBusy}
                onClick={makeAll}
              >
                {makeLabel(count)}
              </Button>
            )}
          </span>
        </div>
      )}
      {data && isDaily && <RivalDaysChart days={data} posts={row.posts} query={row.query} />}
    </section>
  )
}
