import type { ScanProgress } from '#shared/features/products/product-library/contract.ts'
import { counted } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { NO_MARKETPLACE, scanNews } from './messages.ts'

/** The progress of the scan, or the result of the last one. */
export function ScanNote({ progress }: { progress: ScanProgress | null | undefined }) {
  if (!progress) return null
  const { is_scanning: isScanning, running, last } = progress
  if (!isScanning) return <span className="scan-note quiet">{NO_MARKETPLACE}</span>
  if (running) {
    const { done, total } = running
    return (
      <span className="scan-note running quiet" role="status">
        <progress value={done} max={Math.max(total, 1)} aria-label="Stock scan" />
        {`Scanning: ${counted(done)} of ${counted(total)}`}
      </span>
    )
  }
  if (!last) return null
  return (
    <span className="scan-note quiet">
      Last scan {last.ended_at && <RelativeTime moment={last.ended_at} />}: {scanNews(last)}
    </span>
  )
}
