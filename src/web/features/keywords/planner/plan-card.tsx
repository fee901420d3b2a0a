import { Link } from '@tanstack/react-router'
import { PenLine, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { MARKETS } from '#shared/features/keywords/opportunities/rules.ts'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { latenessOf } from '#shared/features/keywords/planner/rules.ts'
import { counted } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay } from '#web/api/session.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ArticleBadge } from '../../articles/articles/article-badge.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import { keyOf } from '../../posts/content-tracker/queries.ts'
import { REQUEST } from '../opportunities/messages.ts'
import { latenessWords } from './messages.ts'
import { PlanMenu } from './plan-menu.tsx'

export interface CardSteps {
  onMove: (plan: PlanEntry, month: string) => void
  onNote: (plan: PlanEntry) => void
  onRemove: (plan: PlanEntry) => void
  onRequest: (plan: PlanEntry) => void
}

interface PlanCardProps {
  plan: PlanEntry
  today: string
  months: readonly string[]
  /** Null for users without the permission to change the plan. */
  steps: CardSteps | null
}

/** Identifies a card that has moved to another month. */
export const cardId = (id: number) => `plan-${id}`

/** By when its article must be requested, or why it is late. */
function When({ plan, today }: Pick<PlanCardProps, 'plan' | 'today'>) {
  const late = latenessOf(plan, today)
  if (late !== null)
    return (
      <p className="plan-late bad-text small">
        <TriangleAlert size={13} aria-hidden="true" /> {latenessWords(late, plan, today)}
      </p>
    )
  if (plan.publish_by === null) return <p className="meta">No season</p>
  return (
    <p className="meta">
      request by {dayWords(plan.publish_by, today)}
      {plan.peak !== null && ` for the peak of ${dayWords(plan.peak, today)}`}
    </p>
  )
}

/** The result so far: none, an article, or a tracked post. */
function Became({ plan, onRequest }: { plan: PlanEntry; onRequest: (() => void) | undefined }) {
  const mayTrack = useMay('ViewKeywords')
  const { article, tracked } = plan
  if (article === null)
    return onRequest === undefined ? null : (
      <Button
        size="small"
        icon={<PenLine size={14} aria-hidden="true" />}
        aria-label={`${REQUEST} about ${plan.keyword}`}
        onClick={onRequest}
      >
        {REQUEST}
      </Button>
    )
  return (
    <span className="inline-cluster gap-8 row-gap-4">
      <Link
        to={SCREENS.article.path}
        params={{ id: String(article.article_id) }}
        aria-label={`Article “${article.title}”`}
        title={article.title}
      >
        <ArticleBadge status={article.status} />
      </Link>
      {tracked !== null && mayTrack && (
        <Link
          to={SCREENS.contentTracker.path}
          search={{
            title: article.title,
            site: tracked.site_code,
            post: keyOf({ SITE: tracked.site_code, POST_ID: tracked.post_id }),
          }}
          aria-label={`${plan.keyword} in the Content Tracker`}
        >
          Tracked
        </Link>
      )}
    </span>
  )
}

/** A planned keyword. It can be moved by dragging, with Alt and the arrow keys, or with its menu. */
export function PlanCard({ plan, today, months, steps }: PlanCardProps) {
  const { keyword, country, site_code: site, score, volume, by, note } = plan
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!event.altKey || by === 0 || steps === null) return
    event.preventDefault()
    const month = months[Math.max(0, months.indexOf(plan.month)) + by]
    if (month !== undefined) steps.onMove(plan, month)
  }
  const facts = [
    ...(country === 'us' ? [] : [MARKETS[country].name]),
    ...(volume === null ? [] : [`${counted(volume)} a month`]),
    ...(score === null ? [] : [`score ${score}`]),
  ]
  return (
    <li
      id={cardId(plan.plan_id)}
      className={latenessOf(plan, today) === null ? 'plan-card' : 'plan-card late'}
      draggable={steps !== null}
      tabIndex={steps === null ? undefined : 0}
      aria-keyshortcuts={steps === null ? undefined : 'Alt+ArrowLeft Alt+ArrowRight'}
      onKeyDown={move}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', String(plan.plan_id))
      }}
    >
      <div className="plan-card-head row align-start gap-6">
        <SiteCodeBadge code={site} />
        <strong className="medium break-words fill shrinkable">{keyword}</strong>
        {steps && (
          <PlanMenu
            plan={plan}
            months={months}
            onMove={(month) => steps.onMove(plan, month)}
            onNote={() => steps.onNote(plan)}
            onRemove={() => steps.onRemove(plan)}
          />
        )}
      </div>
      {facts.length > 0 && <p className="meta">{facts.join(' · ')}</p>}
      <When plan={plan} today={today} />
      {note !== '' && <p className="small break-words">{note}</p>}
      <div className="cluster gap-6 mt-8">
        <Became plan={plan} onRequest={steps ? () => steps.onRequest(plan) : undefined} />
        <span className="push" title={`Planned by ${fullName(by)}`}>
          <Avatar person={by} />
          <span className="visually-hidden">Planned by {fullName(by)}</span>
        </span>
      </div>
    </li>
  )
}
