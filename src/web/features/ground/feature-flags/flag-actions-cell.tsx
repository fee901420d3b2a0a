import { Archive, Check, Pencil } from 'lucide-react'
import type { FeatureFlag } from '#shared/features/ground/feature-flags/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { RefusedMark } from './flag-name-cell.tsx'
import { NOT_DELETED } from './messages.ts'
import { useDeleteFlag, useRestoreFlag } from './queries.ts'
import type { FlagEdit } from './use-flag-edit.ts'

interface FlagActionsProps {
  flag: FeatureFlag
  edit: FlagEdit
}

/** Archives the flag at once; the notice offers to undo it. */
function DeleteButton({ flag, isOff }: { flag: FeatureFlag; isOff: boolean }) {
  const remove = useDeleteFlag()
  const { mutate: restore } = useRestoreFlag()
  const { feature_flag: name } = flag
  const archive = () =>
    remove.mutate(flag, {
      onSuccess: () =>
        notify({
          kind: 'success',
          title: `Deleted ${name}`,
          action: { label: 'Undo', isUndo: true, run: () => restore(flag) },
        }),
    })
  return (
    <>
      {remove.isError && <RefusedMark label={NOT_DELETED} />}
      <IconButton label={`Delete ${name}`} disabled={isOff || remove.isPending} onClick={archive}>
        <Archive size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** The actions on a row; while another row is edited, they are disabled. */
export function FlagActionsCell({ flag, edit }: FlagActionsProps) {
  if (edit.flag?.feature_flag_id === flag.feature_flag_id)
    return (
      <span className="inline-row justify-end gap-4 nowrap">
        <Button
          size="small"
          icon={<Check size={14} aria-hidden="true" />}
          loading={edit.isSaving}
          onClick={() => void edit.submit()}
        >
          Save
        </Button>
        <Button size="small" type="text" disabled={edit.isSaving} onClick={edit.cancel}>
          Cancel
        </Button>
      </span>
    )
  const isOff = edit.flag !== null
  return (
    <span className="inline-row justify-end gap-4 nowrap">
      <IconButton label={`Edit ${flag.feature_flag}`} disabled={isOff} onClick={() => edit.begin(flag)}>
        <Pencil size={16} aria-hidden="true" />
      </IconButton>
      <DeleteButton flag={flag} isOff={isOff} />
    </span>
  )
}
