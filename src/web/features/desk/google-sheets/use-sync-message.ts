import { useEffect, useRef } from 'react'
import type { SheetRecord } from '#shared/features/desk/google-sheets/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SYNC_SECONDS, syncOutcome } from './messages.ts'

/** Reports the result of a sync when it ends, if the user has seen it run. */
export function useSyncMessage(sheets: readonly SheetRecord[] | undefined): void {
  const running = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (sheets === undefined) return
    const syncs = sheets.flatMap(({ last_sync: lastSync }) => lastSync ?? [])
    for (const sync of syncs) {
      if (sync.ended_at === null || !running.current.has(sync.id)) continue
      const isWell = sync.failure === null && sync.fault_count === 0
      notify({
        kind: isWell ? 'success' : 'warning',
        title: sync.failure ?? syncOutcome(sync),
        seconds: SYNC_SECONDS,
      })
    }
    running.current = new Set(syncs.filter(({ ended_at }) => ended_at === null).map(({ id }) => id))
  }, [sheets])
}
