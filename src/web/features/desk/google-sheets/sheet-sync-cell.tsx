import type { SheetSync } from '#shared/features/desk/google-sheets/contract.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { moreFaults, syncOutcome } from './messages.ts'

const SHOWN = 5

/** The result and the age of the last sync, with each invalid row. */
export function SheetSyncCell({ sync }: { sync: SheetSync | null }) {
  if (sync === null) return <span className="quiet">Never synced</span>
  if (sync.ended_at === null) return <StatusBadge label="Syncing …" tone="note" mark="hollow" />
  const { failure, faults, fault_count: faultCount } = sync
  const isWell = failure === null && faultCount === 0
  return (
    <span className="sheet-outcome stack gap-4">
      <StatusBadge label={failure === null ? syncOutcome(sync) : 'Failed'} tone={isWell ? 'good' : 'bad'} />
      <span className="meta">
        <RelativeTime moment={sync.ended_at} />
      </span>
      {failure !== null && <span>{failure}</span>}
      {faults.length > 0 && (
        <details>
          <summary>Which rows</summary>
          <ul>
            {faults.slice(0, SHOWN).map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                Row {row}: {message}
              </li>
            ))}
          </ul>
          {faultCount > SHOWN && <span className="meta">{moreFaults(faultCount - SHOWN)}</span>}
        </details>
      )}
    </span>
  )
}
