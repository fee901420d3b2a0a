import { z } from 'zod'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { PLAN_NOTE_MAXIMUM } from '#shared/features/keywords/planner/rules.ts'
import { text } from '#shared/http/fields.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { issuesIn } from '#web/ui/form/issues.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useChangePlan } from './queries.ts'

const WIDTH = 480
const ROWS = { minRows: 3, maxRows: 8 }
const Values = z.object({ note: text(PLAN_NOTE_MAXIMUM) })
type NoteValues = z.output<typeof Values>

interface PlanNoteDialogProps {
  plan: PlanEntry
  onClose: () => void
}

/** Edits a note for the readers of a card. */
export function PlanNoteDialog({ plan, onClose }: PlanNoteDialogProps) {
  const { mutateAsync: change } = useChangePlan()
  const form = useForm<NoteValues>({
    id: 'plan-note',
    known: { values: { note: plan.note }, version: plan.version },
    check: (values) => issuesIn(Values, values),
  })
  return (
    <FormDialog
      form={form}
      title={`Note on “${plan.keyword}”`}
      width={WIDTH}
      onSubmit={() =>
        void form.submit((values) => change({ plan, change: { note: values.note.trim() } }), onClose)
      }
      onClose={onClose}
    >
      <TextField form={form} name="note" label="Note" autoFocus max={PLAN_NOTE_MAXIMUM} rows={ROWS} />
    </FormDialog>
  )
}
