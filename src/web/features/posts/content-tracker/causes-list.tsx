import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { EarningsCause } from '#shared/features/posts/content-tracker/contract.ts'
import { dayWords } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { CAUSE_TONES, CAUSE_WORDS, effectWords, NO_CAUSES } from './messages.ts'

/** The subject of an event: a product by name, a keyword as a link. */
function Subject({ cause }: { cause: EarningsCause }) {
  const { kind, subject, award, keyword_id: keywordId } = cause
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

function Words({ cause }: { cause: EarningsCause }) {
  const { kind, subject, weekly, held, effect } = cause
  if (kind === 'out' || kind === 'back')
    return (
      <>
        <Subject cause={cause} />
        {CAUSE_WORDS[kind]}
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
        {CAUSE_WORDS[kind]} <Subject cause={cause} /> on {held.days} of {held.of} days
      </>
    )
  return (
    <>
      {CAUSE_WORDS[kind]}
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
export function CausesList({ causes }: { causes: readonly EarningsCause[] }) {
  const today = useToday()
  return (
    <section aria-label="Why it moved" className="tracker-causes">
      <h2>Why it moved</h2>
      {causes.length === 0 ? (
        <p className="quiet">{NO_CAUSES}</p>
      ) : (
        <ol>
          {causes.map((cause, index) => (
            <li key={`${cause.kind} ${cause.day} ${cause.subject}`}>
              <span className={`semibold tabular tone-${CAUSE_TONES[cause.kind]}`}>
                {causes.length - index}
              </span>
              <span>
                <Words cause={cause} />
              </span>
              <time className="quiet nowrap" dateTime={cause.day}>
                {dayWords(cause.day, today)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
