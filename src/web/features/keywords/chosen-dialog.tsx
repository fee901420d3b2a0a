import { onDemand } from '#web/ui/on-demand.tsx'
import type { useBulk } from './use-bulk.ts'

const BulkDialog = onDemand(() =>
  import('../keyword-changes/bulk-dialog.tsx').then(({ BulkDialog }) => BulkDialog),
)

/** What is being done to the rows that are chosen, once it is said what. */
export function ChosenDialog({ bulk }: { bulk: ReturnType<typeof useBulk> }) {
  const { choice, choose, chosen, selection } = bulk
  if (choice === null) return null
  return (
    <BulkDialog
      choice={choice}
      selection={chosen}
      rows={selection.rows}
      onDone={selection.clear}
      onClose={() => choose(null)}
    />
  )
}
