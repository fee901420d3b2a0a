import { useQuery } from '@tanstack/react-query'
import type { SheetPreview } from '#shared/features/desk/google-sheets/contract.ts'
import { previewWords } from '#shared/features/desk/google-sheets/rules.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DEED_LABELS, MESSAGES, moreFaults } from './messages.ts'
import { isRefused, previewQuery, useConfirmSync } from './queries.ts'

const WIDTH = 620

function Rows({
  preview: { lines, created, updated, faults, fault_count: faultCount },
}: {
  preview: SheetPreview
}) {
  const more = created + updated - lines.length
  return (
    <>
      {lines.length > 0 && (
        <ul className="sheet-preview" aria-label="Rows to import">
          {lines.map(({ row, title, deed }) => (
            <li key={row}>
              <span className="quiet tabular">Row {row}</span>
              <span>{title}</span>
              <span className="quiet">{DEED_LABELS[deed]}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="meta">{moreFaults(more)}</p>}
      {faults.length > 0 && (
        <section aria-label="Rows that can’t be imported">
          <h3 className="sheet-preview-head">Can’t be imported</h3>
          <ul className="sheet-preview wrong">
            {faults.map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                <span className="quiet tabular">Row {row}</span>
                <span>{message}</span>
              </li>
            ))}
          </ul>
          {faultCount > faults.length && <p className="meta">{moreFaults(faultCount - faults.length)}</p>}
        </section>
      )}
    </>
  )
}

/** The preview of a sync; nothing is changed before the user confirms. */
export function SyncPreviewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(id))
  const confirm = useConfirmSync(id, onClose)
  const isOff = !data || data.failure !== null || isFetching
  return (
    <Dialog
      open
      title="Sync preview"
      width={WIDTH}
      submitText="Sync"
      busy={confirm.isPending}
      submitDisabled={isOff}
      onSubmit={() => data && confirm.mutate(data.mark)}
      onClose={onClose}
    >
      <div className="stack gap-16">
        {isRefused(confirm.error) && <Alert kind="warn">{confirm.error.message}</Alert>}
        {error && !data && (
          <Failed title={MESSAGES.previewFailed} message={error.message} onRetry={() => void refetch()} />
        )}
        {!data && !error && (
          <p className="inline-row gap-6 meta" role="status">
            <span className="spinner" aria-hidden="true" /> Reading the sheet and its board …
          </p>
        )}
        {data && data.failure !== null && <Alert kind="warn">{data.failure}</Alert>}
        {data && data.failure === null && (
          <>
            <p role="status">{previewWords({ ...data, faults: data.fault_count })}</p>
            {data.tab !== null && <p className="meta">Rows of the tab “{data.tab}”</p>}
            <Rows preview={data} />
          </>
        )}
      </div>
    </Dialog>
  )
}
