import { useState } from 'react'
import type { Period } from '#shared/features/gsc-keywords/rules.ts'
import { handleError } from '#web/api/handle-error.ts'
import { notify } from '#web/ui/notify.ts'
import { FAILURES } from './messages.ts'
import { leaveRivalry, takeUpRivalry, useReload } from './queries.ts'

/** Marks a query's posts as needing no action, or removes the mark; either can be undone at once. */
export function useLeaving(query: string, period: Period) {
  const reload = useReload()
  const [isBusy, setBusy] = useState(false)
  const run = (deed: typeof leaveRivalry, after?: () => void) => {
    setBusy(true)
    void deed(query, period)
      .then(() => {
        after?.()
        return reload()
      })
      .catch(handleError(FAILURES.apply))
      .finally(() => setBusy(false))
  }
  const told = (title: string, back: typeof leaveRivalry) => () =>
    notify({ kind: 'success', title, action: { label: 'Undo', run: () => run(back), isUndo: true } })
  return {
    isBusy,
    leave: () => run(leaveRivalry, told(`Dismissed “${query}”`, takeUpRivalry)),
    takeUp: () => run(takeUpRivalry, told(`Reopened “${query}”`, leaveRivalry)),
  }
}
