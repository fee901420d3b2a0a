import type { ReactNode } from 'react'
import type { AnswerSource, FutureSolution } from '#shared/features/desk/game-solutions/contract.ts'
import { dayWords } from '#shared/format/day.ts'
import { CopySolution } from './copy-cell.tsx'
import { NO_FUTURE, NOT_AVAILABLE, NOT_KNOWN, SOURCE_WORDS } from './messages.ts'

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
  /** The date of today's solution. */
  day: string
  solution: string | null
  future: readonly FutureSolution[]
  source: AnswerSource
  /** Renders a solution. */
  draw: (value: string, isLarge: boolean) => ReactNode
  /** Hints that do not give away the solution. */
  hints?: (value: string) => readonly (readonly [label: string, value: string])[]
}

function Today({ solution, source, draw, hints }: Omit<SolutionCardProps, 'game' | 'day' | 'future'>) {
  if (solution === null) return <p className="quiet">{source === 'none' ? NOT_AVAILABLE : NOT_KNOWN}</p>
  return (
    <>
      {draw(solution, true)}
      {hints && (
        <dl className="solution-hints cluster align-stretch gap-16 row-gap-4">
          {hints(solution).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt> <dd className="semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** A game's solution for today and the coming days. */
export function SolutionCard(props: SolutionCardProps) {
  const { game, day, solution, future, source, draw } = props
  const told = SOURCE_WORDS[source]
  return (
    <section className="sheet solution-card" aria-label={game}>
      <header>
        <h2>{game}</h2>
        <time dateTime={day} className="quiet">
          {LONG.format(noonOf(day))}
        </time>
        {solution !== null && <CopySolution of={`today’s ${game} solution`} value={solution} />}
      </header>
      <div className="solution-today column align-start justify-center gap-12">
        <Today {...props} />
      </div>
      {told && <p className="meta">{told}</p>}
      {future.length === 0 ? (
        <p className="meta">{NO_FUTURE}</p>
      ) : (
        <table className="mt-12" aria-label={`Future ${game} solutions`}>
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
                  <span className="solution-future row gap-12">
                    {draw(value, false)}
                    <CopySolution of={`the ${game} solution for ${dayWords(date, date)}`} value={value} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
