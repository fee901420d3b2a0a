import { useQuery } from '@tanstack/react-query'
import type { WarehouseState } from '#shared/features/posts/warehouse/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { leftOut, progressOf, reasonOf } from './messages.ts'
import { useReadingEnd, useReadWarehouse, warehouseQuery } from './queries.ts'

interface ReadButtonProps {
  label: string
  everything?: boolean
}

/** Starts an import from the warehouse; shown to users with the permission. */
function ReadButton({ label, everything = false }: ReadButtonProps) {
  const mayRead = useMay('ManageScan')
  const read = useReadWarehouse()
  if (!mayRead) return null
  return (
    <Button size="small" loading={read.isPending} onClick={() => read.mutate(everything)}>
      {label}
    </Button>
  )
}

/** The rows that were not imported, and why. */
function LeftOut({ known }: { known: WarehouseState }) {
  if (known.refused.length === 0) return null
  return (
    <details>
      <summary>{countedIn(leftOut(known), 'row')} skipped</summary>
      <ul>
        {known.refused.map((each) => (
          <li key={`${each.part} ${each.why}`}>{reasonOf(each)}</li>
        ))}
      </ul>
      {known.started_at === null && <ReadButton label="Read everything again" everything />}
    </details>
  )
}

function Failure({ known }: { known: WarehouseState }) {
  const { adapter, read_at: readAt, failed_since: since, failure } = known
  if (since === null) return null
  return (
    <div className="warehouse-alert">
      <Alert kind="warn" title={`${adapter} cannot be read`}>
        <p>
          {failure} First failed <RelativeTime moment={since} />.{' '}
          {readAt === null ? (
            'No complete import yet.'
          ) : (
            <>
              Showing data from <RelativeTime moment={readAt} />.
            </>
          )}
        </p>
        <ReadButton label="Try again" />
      </Alert>
    </div>
  )
}

/** The external warehouse that the figures come from, and their age; nothing if there is none. */
export function WarehouseNote() {
  const { data: known } = useQuery(warehouseQuery)
  useReadingEnd(known)
  if (!known) return null
  const { adapter, read_at: readAt, started_at: startedAt, failed_since: failedSince } = known
  if (failedSince !== null) return <Failure known={known} />
  return (
    <div className="warehouse-note cluster gap-12 row-gap-4 quiet">
      {startedAt !== null && <span role="status">{progressOf(known)}</span>}
      {readAt === null ? (
        startedAt === null && <span>{adapter} has not been read yet</span>
      ) : (
        <span>
          {adapter}, updated <RelativeTime moment={readAt} />
        </span>
      )}
      <LeftOut known={known} />
      {startedAt === null && <ReadButton label="Read now" />}
    </div>
  )
}
