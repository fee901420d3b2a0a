import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { keepForNext } from '#web/ui/form/stash.ts'
import { notify } from '#web/ui/notify.ts'
import { useHotkey } from '#web/ui/use-hotkey.ts'
import { DECIDED, THEN, UNDONE } from './messages.ts'
import { decisionsQuery, type UndoableDecision, useExtendDecision, useUndoDecision } from './queries.ts'

const TICK_MS = 250
/** Hovering asks the server for more time this often. */
const EXTEND_MS = 3000

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Whole seconds until `until`; reads the decisions again once they are over. */
function useSecondsLeft(until: number): number {
  const queries = useQueryClient()
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const tick = () => {
      const now = secondsUntil(until)
      setLeft(now)
      if (now === 0) void queries.invalidateQueries({ queryKey: decisionsQuery.queryKey })
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [until, queries])
  return left
}

/** Stops the countdown, here and on the server, while the user points at the strip or has the focus in it. */
function useStop(id: number) {
  const [isStopped, setStopped] = useState(false)
  const { mutate } = useExtendDecision()
  useEffect(() => {
    if (!isStopped) return
    mutate(id)
    const timer = setInterval(() => mutate(id), EXTEND_MS)
    return () => clearInterval(timer)
  }, [isStopped, id, mutate])
  return {
    onPointerEnter: () => setStopped(true),
    onPointerLeave: () => setStopped(false),
    onFocus: () => setStopped(true),
    onBlur: () => setStopped(false),
  }
}

/** Undoes a decision; the words that came with it are in their field again when the article is opened. */
function useUndo({ article_id: id, command, title }: UndoableDecision) {
  const undo = useUndoDecision()
  const navigate = useNavigate()
  const open = () => void navigate({ to: SCREENS.article.path, params: { id: String(id) } })
  const run = () =>
    undo.mutate(id, {
      onSuccess: (undone) => {
        const words = undone?.words ?? ''
        if (words !== '')
          keepForNext(
            command === 'approve' ? `decide article ${id}` : `${command} article ${id}`,
            command === 'approve' ? { comment: words } : { reason: words },
          )
        notify({
          kind: 'success',
          title: UNDONE[command],
          description: `${title} is waiting for review again.`,
          action: { label: 'Open it', run: open },
        })
      },
    })
  return { run, isRunning: undo.isPending }
}

const clock = (seconds: number) => `0:${String(seconds).padStart(2, '0')}`

function DecisionLine({ decision, isLatest }: { decision: UndoableDecision; isLatest: boolean }) {
  const { article_id: id, command, title, until } = decision
  const left = useSecondsLeft(until)
  const stop = useStop(id)
  const { run, isRunning } = useUndo(decision)
  useHotkey((event) => {
    if (!isLatest || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    run()
  })
  if (left === 0) return null
  return (
    <section className="decision-strip" aria-label={`${DECIDED[command]}: ${title}`} {...stop}>
      <CircleCheck size={18} aria-hidden="true" />
      <div>
        <p>
          <b>{DECIDED[command]}</b>{' '}
          <Link to={SCREENS.article.path} params={{ id: String(id) }}>
            {title}
          </Link>
        </p>
        <p className="quiet">{THEN[command]}</p>
      </div>
      <span className="decision-left" aria-hidden="true">
        {clock(left)}
      </span>
      <Button size="small" icon={<Undo2 size={14} />} loading={isRunning} onClick={run}>
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

/** The user's last decisions, above every page while they can be undone. */
export function DecisionStrip() {
  const mayDecide = useMay('ValidateArticles')
  const { data = [] } = useQuery({ ...decisionsQuery, enabled: mayDecide })
  return data.map((decision, index) => (
    <DecisionLine key={decision.article_id} decision={decision} isLatest={index === 0} />
  ))
}
