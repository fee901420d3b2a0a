import { Plus, RotateCcw, X } from 'lucide-react'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useFormStatus } from '#web/ui/form/use-form.ts'
import { NO_TAGS_CHOSEN, TAG_MANAGER } from '../keywords/messages.ts'
import { FAILURES, keywordsOf } from './messages.ts'
import { useChangeTags } from './queries.ts'
import { TagEntryFields } from './tag-entry-fields.tsx'
import { type ManagedTag, useTagManager } from './use-tag-manager.ts'

const WIDTH = 560

const WORDS = {
  kept: { sign: '', verb: 'Remove' },
  added: { sign: 'to add: ', verb: 'Do not add' },
  removed: { sign: 'to remove: ', verb: 'Keep' },
} as const

interface TagProps {
  managed: ManagedTag
  /** The number of selected keywords. */
  total: number
  onToggle: () => void
  onAdd: () => void
}

function Tag({ managed, total, onToggle, onAdd }: TagProps) {
  const { tag, state, count } = managed
  const { sign, verb } = WORDS[state]
  const Icon = state === 'removed' ? RotateCcw : X
  return (
    <li className={`managed-tag inline-row gap-6 ${state}`}>
      {sign && <span className="visually-hidden">{sign}</span>}
      <span className="ellipsis">{tag}</span>
      {count > 0 && count < total && (
        <span className="tabular">
          {count} of {total}
        </span>
      )}
      {state === 'kept' && count < total && (
        <button type="button" aria-label={`Add ${tag} to all`} title="Add to all" onClick={onAdd}>
          <Plus size={12} aria-hidden="true" />
        </button>
      )}
      <button type="button" aria-label={`${verb} ${tag}`} onClick={onToggle}>
        <Icon size={12} aria-hidden="true" />
      </button>
    </li>
  )
}

interface TagManagerDialogProps {
  rows: readonly KeywordRow[]
  /** Called after the submit. */
  onDone: () => void
  onClose: () => void
}

/**
 * Stages tags to add (green) and to remove (red) beside the existing ones (blue), and submits them together.
 */
export function TagManagerDialog({ rows, onDone, onClose }: TagManagerDialogProps) {
  const manager = useTagManager(rows)
  const { form } = manager
  const { isDirty } = useFormStatus(form)
  const { mutateAsync: save } = useChangeTags()
  const done = () => {
    onDone()
    onClose()
  }
  const submit = () => {
    if (!manager.finish()) return
    void form.submit(
      ({ added, removed }) =>
        save({
          tagsToAdd: [...added],
          tagsToRemove: [...removed],
          keywordIds: rows.map(({ keyword_id }) => keyword_id),
        }),
      done,
    )
  }
  return (
    <FormDialog
      form={form}
      failTitle={FAILURES.save}
      title={TAG_MANAGER}
      width={WIDTH}
      submitText="Submit"
      submitDisabled={!isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{keywordsOf(rows.length)} selected</p>
      <TagEntryFields
        typed={manager.typed}
        isOffered={(tag) => !manager.isOnAll(tag)}
        onType={manager.type}
        onAdd={manager.add}
      />
      {manager.tags.length === 0 ? (
        <p className="quiet">{NO_TAGS_CHOSEN}</p>
      ) : (
        <ul className="cluster align-stretch gap-6" aria-label="Tags">
          {manager.tags.map((managed) => (
            <Tag
              key={managed.tag}
              managed={managed}
              total={rows.length}
              onToggle={() => manager.toggle(managed)}
              onAdd={() => manager.add(managed.tag)}
            />
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
