import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button } from 'antd'
import { Plus, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { type KeywordRow, TAG_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FAILURES as KEYWORD_FAILURES, NO_TAGS_CHOSEN, TAG_MANAGER } from '../keywords/messages.ts'
import { tagsQuery } from '../keywords/queries.ts'
import { FAILURES, keywordsOf } from './messages.ts'
import { useChangeTags } from './queries.ts'
import { type ManagedTag, useTagManager } from './use-tag-manager.ts'

const WIDTH = 560

const WORDS = {
  kept: { sign: '', verb: 'Remove' },
  added: { sign: 'to add: ', verb: 'Do not add' },
  removed: { sign: 'to remove: ', verb: 'Keep' },
} as const

function Tag({ managed, total, onToggle }: { managed: ManagedTag; total: number; onToggle: () => void }) {
  const { tag, state, count } = managed
  const { sign, verb } = WORDS[state]
  const Icon = state === 'kept' ? X : state === 'added' ? X : RotateCcw
  return (
    <li className={`managed-tag ${state}`}>
      {sign && <span className="visually-hidden">{sign}</span>}
      <span className="ellipsis">{tag}</span>
      {count > 0 && count < total && (
        <span className="tabular" title={`On ${count} of ${total}`}>
          {count}/{total}
        </span>
      )}
      <button type="button" aria-label={`${verb} ${tag}`} onClick={onToggle}>
        <Icon size={12} aria-hidden="true" />
      </button>
    </li>
  )
}

interface TagManagerDialogProps {
  rows: readonly KeywordRow[]
  onClose: () => void
}

/** Stages tags to add (green) and to remove (red) beside those that are there (blue), and submits them together. */
export function TagManagerDialog({ rows, onClose }: TagManagerDialogProps) {
  const manager = useTagManager(rows)
  const [typed, setTyped] = useState('')
  const { data, error } = useQuery(tagsQuery)
  useFailureNotice(error, KEYWORD_FAILURES.tags)
  const save = useChangeTags()
  const isTooLong = typed.trim().length > TAG_MAXIMUM

  const add = (tag: string) => {
    if (tag.trim().length > TAG_MAXIMUM) return
    manager.add(tag)
    setTyped('')
  }
  const submit = () =>
    save.mutate(
      {
        tagsToAdd: [...manager.added],
        tagsToRemove: [...manager.removed],
        keywordIds: rows.map(({ keyword_id }) => keyword_id),
      },
      { onSuccess: onClose },
    )
  const fitting = (data ?? []).filter(
    ({ tag }) => tag.includes(typed.trim().toLowerCase()) && !manager.isOnAll(tag),
  )
  return (
    <Dialog
      open
      title={TAG_MANAGER}
      width={WIDTH}
      submitText="Submit"
      submitDisabled={!manager.isDirty}
      busy={save.isPending}
      dirty={manager.isDirty}
      onSubmit={submit}
      onClose={onClose}
      aboveFooter={
        save.error && (
          <div className="dialog-refusal">
            <Alert kind="bad" title={FAILURES.save}>
              {save.error.message}
            </Alert>
          </div>
        )
      }
    >
      <p className="quiet">{keywordsOf(rows.length)} selected</p>
      <div className="tag-entry">
        <AutoComplete
          aria-label="New tag"
          placeholder="Type a tag, then Enter"
          value={typed}
          options={fitting.slice(0, 50).map(({ tag }) => ({ value: tag }))}
          defaultActiveFirstOption={false}
          status={isTooLong ? 'error' : ''}
          onChange={setTyped}
          onSelect={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            add(typed)
          }}
          style={{ width: '100%' }}
        />
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => add(typed)}>
          Add
        </Button>
      </div>
      {isTooLong && <p className="field-error">At most {TAG_MAXIMUM} characters</p>}
      {manager.tags.length === 0 ? (
        <p className="quiet">{NO_TAGS_CHOSEN}</p>
      ) : (
        <ul className="managed-tags" aria-label="Tags">
          {manager.tags.map((managed) => (
            <Tag
              key={managed.tag}
              managed={managed}
              total={rows.length}
              onToggle={() => manager.toggle(managed)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
