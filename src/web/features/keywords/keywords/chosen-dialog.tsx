import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import type { useBulk } from './use-bulk.ts'

const BulkDialog = onDemand(() =>
  import('../keyword-changes/bulk-dialog.tsx').then(({ BulkDialog }) => BulkDialog),
)

/** The dialog of the chosen action on the selected rows. */
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
