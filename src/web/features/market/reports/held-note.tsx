import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { counted } from '#shared/format/count.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { heldWords, visitDay } from '../../keywords/keywords/messages.ts'
import { movesQuery } from '../../keywords/keywords/queries.ts'

/** How many keywords we hold in a sentence, and links to those that changed hands. */
export function HeldNote() {
  const { data: moves, error } = useQuery(movesQuery)
  const today = useToday()
  // It only introduces a list that can be read without it.
  if (error && !moves) return null
  if (!moves) return <div className="held-note" />
  const { since, lost, won } = moves
  const moved = { tracked: true, sort: 'moved' } as const
  return (
    <section className="held-note" aria-label="What changed">
      <h2>{heldWords(moves, visitDay(since, today))}</h2>
      {lost + won > 0 && (
        <p className="quiet">
          <Link to={SCREENS.keywords.path} search={{ ...moved, lostSince: since }}>
            {counted(lost)} lost
          </Link>
          {', '}
          <Link to={SCREENS.keywords.path} search={{ ...moved, wonSince: since }}>
            {counted(won)} won
          </Link>
        </p>
      )}
    </section>
  )
}
