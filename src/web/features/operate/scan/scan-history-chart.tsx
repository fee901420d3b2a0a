import type { ScanStatus } from '#shared/features/operate/scan/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { pastRunLabel } from './messages.ts'

/** The outcomes of a function's latest runs, oldest on the left. */
export function ScanHistoryChart({ history }: { history: readonly ScanStatus[] }) {
  if (history.length === 0) return null
  const words = history.map(pastRunLabel).join(', ')
  return (
    <span
      className="scan-history inline-row align-end gap-2"
      role="img"
      aria-label={`The last ${countedIn(history.length, 'run')}: ${words}`}
      title={words}
    >
      {history.map((status, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place
        <span key={at} className={status} />
      ))}
    </span>
  )
}
