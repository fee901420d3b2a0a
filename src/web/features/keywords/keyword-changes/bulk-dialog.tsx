import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { BulkChoice } from './bulk-actions-menu.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { Preparation } from './queries.ts'
import { TagManagerDialog } from './tag-manager-dialog.tsx'

interface BulkDialogProps {
  choice: BulkChoice
  selection: Preparation['selection']
  /** The selected rows. */
  rows: readonly KeywordRow[]
  onDone: () => void
  onClose: () => void
}

/** The dialog of the chosen bulk action. */
export function BulkDialog({ choice, selection, rows, onDone, onClose }: BulkDialogProps) {
  if (choice === 'manageTags') return <TagManagerDialog rows={rows} onDone={onDone} onClose={onClose} />
  return <ChangeDialog action={choice} selection={selection} onDone={onDone} onClose={onClose} />
}
