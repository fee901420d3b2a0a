import { Lock, Undo2 } from 'lucide-react'
import type { ChangeRow } from '#shared/features/keywords/keyword-changes/contract.ts'
import { counted } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { lockWords, staysWords, UNDOING } from './messages.ts'
import { useAskedUndo } from './use-asked-undo.ts'

const DAYS = (count: number) => `${count} ${count === 1 ? 'day' : 'days'} left`

function Offer({ row }: { row: ChangeRow }) {
  const { ask, isBusy } = useAskedUndo(row)
  const { days_left: left, back, stays } = row.undo
  return (
    <>
      <span className="meta">{stays ? staysWords(row.undo, row.changed) : DAYS(left ?? 0)}</span>
      <Button
        size="small"
        className="undo-button"
        icon={stays ? undefined : <Undo2 size={14} aria-hidden="true" />}
        loading={isBusy}
        onClick={ask}
      >
        {stays ? `Undo the remaining ${counted(back ?? 0)}` : 'Undo'}
      </Button>
    </>
  )
}

/**
 * One of four states: Undo with the days left, Undo of the rest, the reason why there is none, or who has
 * undone how much.
 */
export function UndoCell({ row }: { row: ChangeRow }) {
  const { state, stays, by, at, progress } = row.undo
  if (state === 'open')
    return (
      <span className="undo-cell">
        <Offer row={row} />
      </span>
    )
  if (state === 'running')
    return (
      <span className="undo-cell meta" role="status">
        {row.state === 'applying' ? 'applying' : UNDOING} {progress}%
      </span>
    )
  if (state === 'undone')
    return (
      <span className="undo-cell meta">
        <span>
          undone by {by[0]}
          {stays ? `, ${counted(stays)} left unchanged` : ''}
        </span>
        {at !== null && <RelativeTime moment={at} />}
      </span>
    )
  return (
    <span className="undo-cell meta">
      <span>
        <Lock size={12} aria-hidden="true" /> {lockWords(row.undo)}
      </span>
    </span>
  )
}
