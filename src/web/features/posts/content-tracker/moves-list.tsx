import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { PostMove } from '#shared/features/posts/content-tracker/contract.ts'
import { dayWords } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { effectWords, MOVE_TONES, MOVE_WORDS, NO_MOVES } from './messages.ts'

/** The subject of an event: a product by name, a keyword as a link. */
function Subject({ move }: { move: PostMove }) {
  const { kind, subject, award, keyword_id: keywordId } = move
  if (keywordId !== null)
    return (
      <Link to={SCREENS.keywords.path} search={{ keyword: subject }}>
        {subject}
      </Link>
    )
  if (kind === 'out' || kind === 'back')
    return (
      <>
        <b>{subject}</b>
        {award !== '' && `, ${award}`}
      </>
    )
  return null
}

function Words({ move }: { move: PostMove }) {
  const { kind, subject, weekly, held, effect } = move
  if (kind === 'out' || kind === 'back')
    return (
      <>
        <Subject move={move} />
        {MOVE_WORDS[kind]}
        {weekly !== null && weekly > 0 && (
          <>
            ; about <b>{money(-weekly)} a week</b>
          </>
        )}
      </>
    )
  if (held !== null)
    return (
      <>
        {MOVE_WORDS[kind]} <Subject move={move} /> on {held.days} of {held.of} days
      </>
    )
  return (
    <>
      {MOVE_WORDS[kind]}
      {subject !== '' && `: ${subject}`}
      {effect !== null && (
        <>
          ; <b>{effectWords(effect)}</b>
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
            <li key={`${move.kind} ${move.day} ${move.subject}`}>
              <span className={`semibold tabular tone-${MOVE_TONES[move.kind]}`}>{moves.length - index}</span>
              <span>
                <Words move={move} />
              </span>
              <time className="quiet nowrap" dateTime={move.day}>
                {dayWords(move.day, today)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
