import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { PostMove } from '#shared/features/posts/content-tracker/contract.ts'
import { dayWords } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { effectWords, MOVE_TONES, MOVE_WORDS, NO_MOVES } from './messages.ts'

/** The subject of an event: a product by name, a keyword as a link. */
function Subject({ move }: { move: PostMove }) {
  const { KIND, SUBJECT, AWARD, KEYWORD_ID } = move
  if (KEYWORD_ID !== null)
    return (
      <Link to={SCREENS.keywords.path} search={{ keyword: SUBJECT }}>
        {SUBJECT}
      </Link>
    )
  if (KIND === 'out' || KIND === 'back')
    return (
      <>
        <b>{SUBJECT}</b>
        {AWARD !== '' && `, ${AWARD}`}
      </>
    )
  return null
}

function Words({ move }: { move: PostMove }) {
  const { KIND, SUBJECT, WEEKLY, HELD, EFFECT } = move
  if (KIND === 'out' || KIND === 'back')
    return (
      <>
        <Subject move={move} />
        {MOVE_WORDS[KIND]}
        {WEEKLY !== null && WEEKLY > 0 && (
          <>
            ; about <b>{money(-WEEKLY)} a week</b>
          </>
        )}
      </>
    )
  if (HELD !== null)
    return (
      <>
        {MOVE_WORDS[KIND]} <Subject move={move} /> on {HELD.days} of {HELD.of} days
      </>
    )
  return (
    <>
      {MOVE_WORDS[KIND]}
      {SUBJECT !== '' && `: ${SUBJECT}`}
      {EFFECT !== null && (
        <>
          ; <b>{effectWords(EFFECT)}</b>
        </>
      )}
    </>
  )
}

/** Events that may explain changes in earnings, newest first, numbered as in the chart. */
export function MovesList({ moves }: { moves: readonly PostMove[] }) {
  const today = useToday()
  return (
    <section aria-label="Why it moved" className="tracker-moves">
      <h2>Why it moved</h2>
      {moves.length === 0 ? (
        <p className="quiet">{NO_MOVES}</p>
      ) : (
        <ol>
          {moves.map((move, index) => (
            <li key={`${move.KIND} ${move.DAY} ${move.SUBJECT}`}>
              <span className={`semibold tabular tone-${MOVE_TONES[move.KIND]}`}>{moves.length - index}</span>
              <span>
                <Words move={move} />
              </span>
              <time className="quiet nowrap" dateTime={move.DAY}>
                {dayWords(move.DAY, today)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
