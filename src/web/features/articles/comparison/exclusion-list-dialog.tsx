import { WORD_MAXIMUM, WORDS_MAXIMUM } from '#shared/features/articles/comparison/contract.ts'
import { isOneWord } from '#shared/features/articles/comparison/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { EXCLUSION_LIST, NONE, READ_ONLY } from './messages.ts'
import { useExclusions } from './use-exclusions.ts'

const WIDTH = 520
const NAMED = 12

/** Names a few words and counts the rest. */
const named = (words: readonly string[]) =>
  words.length > NAMED
    ? `${words.slice(0, NAMED).join(', ')} and ${words.length - NAMED} more`
    : words.join(', ')

type Changes = ReturnType<typeof useExclusions>['changes']

function ChangesNote({ added, removed }: Changes) {
  return (
    <ul className="stack gap-2 break-words mt-8">
      {added.length > 0 && (
        <li>
          <span className="added good-text medium">+ {added.length}</span> {named(added)}
        </li>
      )}
      {removed.length > 0 && (
        <li>
          <span className="removed bad-text medium">− {removed.length}</span> {named(removed)}
        </li>
      )}
    </ul>
  )
}

function faultOf(words: readonly string[], added: readonly string[]): string | undefined {
  const long = words.find((word) => word.length > WORD_MAXIMUM)
  if (long !== undefined) return `“${long.slice(0, 20)}…” is longer than ${WORD_MAXIMUM} characters`
  // Only new words are validated: old entries that break the rule must not block the save.
  const odd = added.find((word) => !isOneWord(word))
  if (odd !== undefined) return `“${odd}” must be a single word of at least two letters`
  return words.length > WORDS_MAXIMUM ? `At most ${countedIn(WORDS_MAXIMUM, 'word')}` : undefined
}

interface ExclusionListDialogProps {
  words: readonly string[]
  onClose: () => void
}

/** The words that comparisons ignore; editable with the permission, read-only without it. */
export function ExclusionListDialog({ words, onClose }: ExclusionListDialogProps) {
  const mayChange = useMay('ManageExcludedWords')
  const list = useExclusions(words, onClose)
  const fault = faultOf(list.typed, list.changes.added)
  if (!mayChange) {
    return (
      <Dialog open title={EXCLUSION_LIST} width={WIDTH} onClose={onClose}>
        <p className="quiet">{READ_ONLY}</p>
        {words.length === 0 ? (
          <p className="quiet">{NONE}</p>
        ) : (
          <ul className="cluster align-stretch gap-6">
            {words.map((word) => (
              <li key={word} className="tag">
                {word}
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={list.form}
      title={EXCLUSION_LIST}
      width={WIDTH}
      submitDisabled={!list.isDirty || fault !== undefined}
      onSubmit={list.save}
      onClose={onClose}
    >
      {list.others && (
        <Alert kind="note" title="Another user has changed the list">
          We’ve added your changes to theirs. Save again to keep both.
          <ChangesNote {...list.others} />
        </Alert>
      )}
      <TextField
        form={list.form}
        name="text"
        label="One word per line"
        fault={fault}
        aside={<span className="meta tabular">{countedIn(list.typed.length, 'word')}</span>}
        rows={{ minRows: 10, maxRows: 18 }}
        spellCheck={false}
      />
      {list.isDirty && <ChangesNote {...list.changes} />}
    </FormDialog>
  )
}
