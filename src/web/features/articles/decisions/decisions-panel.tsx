import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useHotkey, useRegionKeys } from '#web/ui/input/use-hotkey.ts'
import { DECIDED, SENT, THEN, UNDONE } from './messages.ts'
import { decisionsQuery, type UndoableDecision, useExtendDecision, useUndoDecision } from './queries.ts'

const TICK_MS = 250
/** The interval at which hovering extends the time on the server. */
const EXTEND_MS = 3000
/** The regions in which `Z` alone undoes: the strip, and the article on its page. */
const UNDO_REGIONS = '.decision-strip, .page-columns'
/** With fewer seconds left, the time could run out between hovering and a click. */
const CLOSE_SECONDS = 4

interface Line {
  decision: UndoableDecision
  state: 'held' | 'sent' | 'undone'
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Whole seconds until `until`; calls `onEnd` once when they are over. */
function useSecondsLeft(until: number, onEnd: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const tick = () => {
      const now = secondsUntil(until)
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [until, onEnd])
  return left
}

/** Pauses the countdown, here and on the server, while the line is hovered or has the focus. */
function useStop({ article_id: id, until }: UndoableDecision) {
  const [isStopped, setStopped] = useState(false)
  const { mutate } = useExtendDecision()
  const stop = () => {
    setStopped(true)
    if (secondsUntil(until) <= CLOSE_SECONDS) mutate(id)
  }
  useEffect(() => {
    if (!isStopped) return
    const timer = setInterval(() => mutate(id), EXTEND_MS)
    return () => clearInterval(timer)
  }, [isStopped, id, mutate])
  const goOn = () => setStopped(false)
  return { onPointerEnter: stop, onPointerLeave: goOn, onFocus: stop, onBlur: goOn }
}

const ArticleLink = ({ decision: { article_id: id, title } }: Pick<Line, 'decision'>) => (
  <Link to={SCREENS.article.path} params={{ id: String(id) }}>
    {title}
  </Link>
)

const clock = (seconds: number) => `0:${String(seconds).padStart(2, '0')}`

interface HeldLineProps {
  decision: UndoableDecision
  /** Ctrl Z undoes this one. */
  isLatest: boolean
  onEnd: (state: 'sent' | 'undone') => void
}

function HeldLine({ decision, isLatest, onEnd }: HeldLineProps) {
  const { article_id: id, command, title, until } = decision
  const [onSent] = useState(() => () => onEnd('sent'))
  const left = useSecondsLeft(until, onSent)
  const stop = useStop(decision)
  const { mutate, isPending } = useUndoDecision(() => onEnd('undone'))
  const undo = () => mutate(decision)
  useHotkey((event) => {
    if (!isLatest || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    undo()
  })
  useRegionKeys(
    (focused) => isLatest && focused.closest(UNDO_REGIONS) !== null,
    (event) => {
      if (event.key !== 'z') return
      event.preventDefault()
      undo()
    },
  )
  return (
    <section className="decision-strip row gap-12" aria-label={`${DECIDED[command]}: ${title}`} {...stop}>
      <CircleCheck size={18} aria-hidden="true" />
      <div>
        <p>
          <b>{DECIDED[command]}</b> <ArticleLink decision={decision} />
        </p>
        <p className="quiet">{THEN[command]}</p>
      </div>
      <span className="semibold tabular" aria-hidden="true">
        {clock(left)}
      </span>
      <Button key={id} size="small" icon={<Undo2 size={14} />} loading={isPending} onClick={undo}>
        Undo
      </Button>
      <span className="visually-hidden" role="status">
        {DECIDED[command]}: {title}. Undo available for 10 seconds.
      </span>
      <span
        className="decision-time"
        style={{ transform: `scaleX(${Math.min(1, left / 10)})` }}
        aria-hidden="true"
      />
    </section>
  )
}

/** Replaces the countdown until the user goes elsewhere, so that nothing moves under the pointer. */
const EndedLine = ({ decision, state }: Line) => (
  <section
    className="decision-strip row gap-12"
    aria-label={`${DECIDED[decision.command]}: ${decision.title}`}
  >
    {state === 'undone' ? (
      <Undo2 size={18} aria-hidden="true" />
    ) : (
      <CircleCheck size={18} aria-hidden="true" />
    )}
    <div role="status">
      <p>
        <b>{state === 'undone' ? UNDONE[decision.command] : DECIDED[decision.command]}</b>{' '}
        <ArticleLink decision={decision} />
      </p>
      <p className="quiet">
        {state === 'undone' ? 'It is waiting for review again.' : SENT[decision.command]}
      </p>
    </div>
  </section>
)

/** The lines to show: decisions that the server still holds, and those that ended on this page. */
function useLines(held: readonly UndoableDecision[]) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [ended, setEnded] = useState<{ path: string; lines: readonly Line[] }>({ path, lines: [] })
  const here = ended.path === path ? ended.lines : []
  const isEnded = (decision: UndoableDecision) =>
    here.some(
      (line) => line.decision.article_id === decision.article_id && line.decision.until >= decision.until,
    )
  const lines: Line[] = [
    ...held
      .filter((decision) => !isEnded(decision))
      .map((decision) => ({ decision, state: 'held' as const })),
    ...here,
  ]
  const end = (decision: UndoableDecision, state: 'sent' | 'undone') =>
    setEnded((before) => ({
      path,
      lines: [
        { decision, state },
        ...(before.path === path ? before.lines : []).filter(
          (line) => line.decision.article_id !== decision.article_id,
        ),
      ],
    }))
  return { lines, end }
}

/** The user's latest decisions, shown above every page while they can be undone. */
export function DecisionsPanel() {
  const mayDecide = useMay('ValidateArticles')
  const { data = [] } = useQuery({ ...decisionsQuery, enabled: mayDecide })
  const { lines, end } = useLines(data)
  return lines.map(({ decision, state }, index) =>
    state === 'held' ? (
      <HeldLine
        key={decision.article_id}
        decision={decision}
        isLatest={index === 0}
        onEnd={(ending) => end(decision, ending)}
      />
    ) : (
      <EndedLine key={decision.article_id} decision={decision} state={state} />
    ),
  )
}
