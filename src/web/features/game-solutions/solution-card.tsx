import { type ReactNode, useState } from 'react'
import type { AnswerSource, FutureSolution } from '#shared/features/game-solutions/contract.ts'
import { dayWords } from '#shared/format/day.ts'
import { Button } from '#web/ui/button.tsx'
import { CopySolution } from './copy-cell.tsx'
import { NO_FUTURE, NOT_AVAILABLE, NOT_KNOWN, SOURCE_WORDS, showDayWords, showWords } from './messages.ts'

const LONG = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

interface SolutionCardProps {
  game: string
  /** The day that today's solution is of. */
  day: string
  solution: string | null
  future: readonly FutureSolution[]
  source: AnswerSource
  /** How a solution looks. */
  draw: (value: string, isLarge: boolean) => ReactNode
  /** What helps without the solution itself, once that is shown. */
  hints?: (value: string) => readonly (readonly [label: string, value: string])[]
}

/** Today's solution, covered until somebody wants to see it. */
function Today({ game, solution, source, draw, hints }: Omit<SolutionCardProps, 'day' | 'future'>) {
  const [shown, setShown] = useState<string | null>(null)
  if (solution === null) return <p className="quiet">{source === 'none' ? NOT_AVAILABLE : NOT_KNOWN}</p>
  // Tomorrow's is covered again.
  if (shown !== solution)
    return (
      <Button large onClick={() => setShown(solution)}>
        {showWords(game)}
      </Button>
    )
  return (
    <>
      <div role="status" aria-label={`Today’s ${game} solution: ${solution}`}>
        {draw(solution, true)}
      </div>
      <CopySolution of={`today’s ${game} solution`} value={solution} />
      {hints && (
        <dl className="solution-hints">
          {hints(solution).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt> <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** The solution of a day to come: whoever plays then has not seen it by opening the page. */
function Future({ game, date, value, draw }: Pick<SolutionCardProps, 'game' | 'draw'> & FutureSolution) {
  const [isShown, setShown] = useState(false)
  const day = dayWords(date, date)
  if (!isShown)
    return (
      <Button kind="bare" aria-label={showDayWords(game, day)} onClick={() => setShown(true)}>
        Show
      </Button>
    )
  return (
    <span className="solution-future">
      <span role="status">{draw(value, false)}</span>
      <CopySolution of={`the ${game} solution of ${day}`} value={value} />
    </span>
  )
}

/** A game's solution of today, and those of the days to come. */
export function SolutionCard(props: SolutionCardProps) {
  const { game, day, future, source, draw } = props
  const told = SOURCE_WORDS[source]
  return (
    <section className="sheet solution-card" aria-label={game}>
      <header>
        <h2>{game}</h2>
        <time dateTime={day} className="quiet">
          {LONG.format(noonOf(day))}
        </time>
      </header>
      <div className="solution-today">
        <Today {...props} />
      </div>
      {told && <p className="meta">{told}</p>}
      {future.length === 0 ? (
        <p className="meta">{NO_FUTURE}</p>
      ) : (
        <table aria-label={`Future ${game} solutions`}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Future solutions</th>
            </tr>
          </thead>
          <tbody>
            {future.map(({ date, value }) => (
              <tr key={date}>
                <td>
                  <time dateTime={date} className="nowrap">
                    {dayWords(date, date)} <span className="quiet">{WEEKDAY.format(noonOf(date))}</span>
                  </time>
                </td>
                <td>
                  {/* A run may put another one in its place: that is covered again. */}
                  <Future key={value} game={game} date={date} value={value} draw={draw} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
