import { Link } from '@tanstack/react-router'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { AlertSubject } from '#shared/features/desk/alert-rules/contract.ts'
import { type AlertKind, findingWords, KINDS } from '#shared/features/desk/alert-rules/rules.ts'
import { noticePlace } from '#shared/features/ground/notices/rules.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useAnswer } from './queries.ts'

interface SubjectsListProps {
  kind: AlertKind
  subjects: readonly AlertSubject[]
  /** Null before the rule is saved: its matches cannot be rated yet. */
  ruleId: number | null
}

const ICON = 14
/** The number shown at first, so that the content below stays in reach. */
const FIRST = 5

type Judged = Pick<AlertSubject, 'subject_id' | 'title' | 'post' | 'answer'>

/** The name, as a link if the user can act on the subject. */
export function Subject({ kind, subject }: { kind: AlertKind; subject: Judged }) {
  const maySeeProducts = useMay(...SCREENS.products.access)
  const { title, post, subject_id } = subject
  const about = {
    noun: KINDS[kind].noun,
    key: post ?? String(subject_id),
    title,
    isStock: kind === 'earnings-at-risk',
  }
  const place = noticePlace({ kind: 'alert', articleId: null, keywordId: null, about })
  if (place.screen === 'contentTracker')
    return (
      <Link to={SCREENS.contentTracker.path} search={place.search}>
        {title}
      </Link>
    )
  if (place.screen === 'oosReport')
    return (
      <Link to={SCREENS.oosReport.path} search={place.search}>
        {title}
      </Link>
    )
  if (place.screen === 'keywords')
    return (
      <Link to={SCREENS.keywords.path} search={place.search}>
        {title}
      </Link>
    )
  if (place.screen === 'products' && maySeeProducts)
    return (
      <Link to={SCREENS.products.path} search={place.search}>
        {title}
      </Link>
    )
  return <span>{title}</span>
}

const ANSWERS = [
  { answer: 'right', label: 'Right', Icon: ThumbsUp },
  { answer: 'noise', label: 'Noise', Icon: ThumbsDown },
] as const

export function Answers({ subject, ruleId }: { subject: Judged; ruleId: number }) {
  const { mutate, isPending } = useAnswer(ruleId)
  const { subject_id, title } = subject
  return (
    <span className="alert-answers row align-stretch gap-4">
      {ANSWERS.map(({ answer, label, Icon }) => {
        const isChosen = subject.answer === answer
        return (
          <Button
            key={answer}
            size="small"
            // With another type React would replace the element, and keyboard users would lose the focus.
            type="text"
            icon={<Icon size={ICON} aria-hidden="true" />}
            aria-label={`${label}: ${title}`}
            className={isChosen ? `answer-${answer}` : undefined}
            aria-pressed={isChosen}
            aria-disabled={isPending}
            onClick={() => isPending || mutate({ subject_id, answer: isChosen ? null : answer })}
          >
            {label}
          </Button>
        )
      })}
    </span>
  )
}

/** The current matches of a rule, with the values of each. */
export function SubjectsList({ kind, subjects, ruleId }: SubjectsListProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? subjects : subjects.slice(0, FIRST)
  if (subjects.length === 0) return null
  return (
    <>
      <ul className="alert-subjects" aria-label="Today’s matches">
        {shown.map((subject) => (
          <li key={subject.subject_id}>
            <Subject kind={kind} subject={subject} />
            <span className="quiet">{findingWords(kind, subject)}</span>
            {ruleId !== null && <Answers subject={subject} ruleId={ruleId} />}
          </li>
        ))}
      </ul>
      {shown.length < subjects.length && (
        <Button size="small" className="alert-all" onClick={() => setWhole(true)}>
          Show {subjects.length - shown.length} more
        </Button>
      )}
    </>
  )
}
