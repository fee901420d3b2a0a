import { Button } from 'antd'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { KeywordFields } from './keyword-fields.tsx'
import { FAILURES } from './messages.ts'
import { useKeywordForm } from './use-keyword-form.ts'

export const KEYWORD_WIDTH = 560

interface KeywordDialogProps {
  /** Null makes a new one. */
  row: KeywordRow | null
  onClose: () => void
  /** Another keyword has these words already. */
  onOpenOther: (id: number) => void
}

/** Which keyword has the words that were refused. */
function otherIn(error: Error): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { keyword_id: id } = (error.details ?? {}) as { keyword_id?: unknown }
  return typeof id === 'number' ? id : null
}

function Refusal({ error, onOpenOther }: { error: Error; onOpenOther: (id: number) => void }) {
  const other = otherIn(error)
  return (
    <div className="dialog-refusal">
      <Alert kind="bad" title={FAILURES.save}>
        {error.message}{' '}
        {other !== null && (
          <Button type="link" size="small" onClick={() => onOpenOther(other)}>
            Open it
          </Button>
        )}
      </Alert>
    </div>
  )
}

/** New Keyword or Edit Keyword. */
export function KeywordDialog({ row, onClose, onOpenOther }: KeywordDialogProps) {
  const form = useKeywordForm(row, (saved) => {
    notify({ kind: 'success', title: row ? 'Keyword saved' : 'Keyword added', description: saved.keyword })
    onClose()
  })
  return (
    <Dialog
      open
      title={row ? 'Edit Keyword' : 'New Keyword'}
      width={KEYWORD_WIDTH}
      submitText={row ? 'Save' : 'Add Keyword'}
      busy={form.isSaving}
      dirty={form.isDirty}
      onSubmit={form.submit}
      onClose={onClose}
      aboveFooter={form.error && <Refusal error={form.error} onOpenOther={onOpenOther} />}
    >
      <KeywordFields form={form} />
    </Dialog>
  )
}
