import { useQuery } from '@tanstack/react-query'
import type { PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword, type Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FAILURES } from './messages.ts'
import { positionsQuery } from './queries.ts'

const WIDTH = 260
const HEIGHT = 96
/** The number of positions drawn, and those of the first page. */
const LAST = 20
const FIRST_PAGE = 10

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthOf = (week: string) => MONTH.format(new Date(`${week}T00:00:00Z`))

const y = (position: number) => ((Math.min(position, LAST) - 1) / (LAST - 1)) * HEIGHT

function pathOf(positions: readonly (number | null)[]): string {
  const step = WIDTH / Math.max(1, positions.length - 1)
  let isDown = false
  return positions
    .map((position, week) => {
      if (position === null) {
        isDown = false
        return ''
      }
      const point = `${isDown ? 'L' : 'M'}${(week * step).toFixed(1)} ${y(position).toFixed(1)}`
      isDown = true
      return point
    })
    .join('')
}

const lastOf = (positions: readonly (number | null)[]) => positions.findLast((position) => position !== null)

function wordsOf(name: string, positions: readonly (number | null)[]): string {
  const first = positions.find((position) => position !== null)
  const last = lastOf(positions)
  return first === undefined || first === null || last === undefined || last === null
    ? `${name}: never seen`
    : `${name}: from ${first} to ${last}`
}

/** Labels months at their first week, as many as fit. */
function Months({ weeks }: { weeks: readonly string[] }) {
  const firsts = weeks.flatMap((week, at) =>
    at > 0 && week.slice(0, 7) !== weeks[at - 1]?.slice(0, 7) ? [{ week, at }] : [],
  )
  const every = Math.ceil(firsts.length / 4)
  return (
    <div className="gsc-months" aria-hidden="true">
      {firsts
        .filter((_, index) => index % every === 0)
        .map(({ week, at }) => (
          <span key={week} style={{ left: `${(at / Math.max(1, weeks.length - 1)) * 100}%` }}>
            {monthOf(week)}
          </span>
        ))}
    </div>
  )
}

interface DrawingProps {
  weeks: readonly string[]
  best: readonly (number | null)[]
  present: readonly (number | null)[] | undefined
}

function Drawing({ weeks, best, present }: DrawingProps) {
  const words = [wordsOf('best query', best), ...(present ? [wordsOf('current keyword', present)] : [])]
  return (
    <div className="gsc-drawing">
      <div className="gsc-marks-of-axis" aria-hidden="true" style={{ height: HEIGHT }}>
        {[1, FIRST_PAGE, LAST].map((position) => (
          <span key={position} style={{ top: y(position) }}>
            {position}
          </span>
        ))}
      </div>
      <div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          height={HEIGHT}
          role="img"
          aria-label={`Position by week, ${words.join(', ')}`}
        >
          <rect className="gsc-first-page" width={WIDTH} height={y(FIRST_PAGE)} />
          {[1, FIRST_PAGE, LAST].map((position) => (
            <path key={position} className="gsc-rule" d={`M0 ${y(position)}H${WIDTH}`} />
          ))}
          {present && <path className="gsc-line present" d={pathOf(present)} />}
          <path className="gsc-line" d={pathOf(best)} />
        </svg>
        <Months weeks={weeks} />
      </div>
    </div>
  )
}

/** A post's positions for its best query and for its keyword. */
export function PositionsPanel({ row, period }: { row: PostKeywordRow; period: Period }) {
  const best = row.keywords[0]?.QUERY ?? ''
  const present = row.NOW && !isSameKeyword(row.NOW.QUERY, best) ? row.NOW.QUERY : null
  const { data, error, refetch } = useQuery(
    positionsQuery(row, period, present === null ? [best] : [best, present]),
  )
  const [ofBest = [], ofPresent] = data?.positions ?? []
  return (
    <div className="gsc-positions">
      <h3>Position by week</h3>
      <p className="gsc-legend">
        <span className="gsc-swatch" aria-hidden="true" /> best query
        {present !== null && (
          <>
            <span className="gsc-swatch present" aria-hidden="true" /> current keyword
          </>
        )}
      </p>
      {data ? (
        <Drawing weeks={data.weeks} best={ofBest} present={ofPresent} />
      ) : error ? (
        <Failed title={FAILURES.positions} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </div>
  )
}
