import { Button } from 'antd'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { KeywordConflictNote } from './keyword-conflict-note.tsx'
import { KeywordFields } from './keyword-fields.tsx'
import { FAILURES } from './messages.ts'
import { currentKeywordIn } from './queries.ts'
import { type KeywordForm, useKeywordForm } from './use-keyword-form.ts'

export const KEYWORD_WIDTH = 560

interface KeywordDialogProps {
  /** Null makes a new one. */
  row: KeywordRow | null
  onClose: () => void
  /** Another keyword has these words already. */
  onOpenOther: (id: number) => void
  /** The row of a keyword that was added. */
  onShow: (id: number) => void
}

/** Which keyword has the words that were refused. */
function otherIn(error: Error): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { keyword_id: id } = (error.details ?? {}) as { keyword_id?: unknown }
  return typeof id === 'number' ? id : null
}

function Refusal({ form, onOpenOther }: { form: KeywordForm } & Pick<KeywordDialogProps, 'onOpenOther'>) {
  const { error, others } = form
  const other = error && otherIn(error)
  const isOwn = error !== null && currentKeywordIn(error) === null
  if (!isOwn && !others) return null
  return (
    <div className="dialog-refusal">
      {others && <KeywordConflictNote {...others} typed={form.values.keyword} />}
      {isOwn && (
        <Alert kind="bad" title={FAILURES.save}>
          {error.message}{' '}
          {other !== null && (
            <Button type="link" size="small" onClick={() => onOpenOther(other)}>
              Open it
            </Button>
          )}
        </Alert>
      )}
    </div>
  )
}

/** New Keyword or Edit Keyword. */
export function KeywordDialog({ row, onClose, onOpenOther, onShow }: KeywordDialogProps) {
  const form = useKeywordForm(row, (saved) => {
    notify({
      kind: 'success',
      title: row ? 'Keyword saved' : 'Keyword added',
      description: saved.keyword,
      // The filters need not find it.
      ...(row ? {} : { action: { label: 'Show it', run: () => onShow(saved.keyword_id) } }),
    })
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
      aboveFooter={<Refusal form={form} onOpenOther={onOpenOther} />}
    >
      <KeywordFields form={form} />
    </Dialog>
  )
}
