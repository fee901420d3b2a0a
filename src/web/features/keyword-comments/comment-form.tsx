import { Button, Mentions } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { COMMENT_MAXIMUM } from '#shared/features/keyword-comments/contract.ts'
import { visibleLength } from '#shared/features/keyword-comments/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { useFormGuard } from '#web/ui/form/use-form.ts'
import { LengthNote } from '#web/ui/length-note.tsx'
import { fitsTyped, nobodyNote, searchedIn, useUserSearch } from '../users/use-user-search.ts'
import { FAILURES } from './messages.ts'
import { commentOf, useMentions } from './use-mentions.ts'

interface CommentFormProps {
  /** Under which what is typed is kept when the session ends. */
  stashKey: string
  label: string
  /** As it is stored, where one is changed. */
  start?: string
  submitText: string
  isBusy: boolean
  /** Done once it resolves; the text stays where it does not, and however often it is sent, its key is the same. */
  onSubmit: (comment: string, callKey: string) => Promise<unknown>
  onCancel?: () => void
}

/** The list gives back what it was given, except for the key, and its type knows nothing of it. */
const idOf = (option: object) => ('userId' in option ? Number(option.userId) : Number.NaN)
const fits = (typed: string, option: object) => 'words' in option && fitsTyped(String(option.words), typed)

/** As much as may be a name: up to three words in one line. */
const MAY_BE_NAME = /^\S*( \S+){0,2} ?$/

/** What has been typed of a name so far. */
function nameBefore({ value, selectionStart }: HTMLTextAreaElement): string {
  const before = value.slice(0, selectionStart)
  return before.slice(before.lastIndexOf('@') + 1)
}

/**
 * Enter takes a colleague only where the list has caught up with the keys, and none where a blank has ended the name:
 * there it begins a new line.
 */
function guardEnter(event: KeyboardEvent<HTMLElement>, listed: string | null) {
  const isListOpen = event.currentTarget.querySelector('.ant-mentions-measure') !== null
  if (
    event.key !== 'Enter' ||
    event.ctrlKey ||
    event.metaKey ||
    !isListOpen ||
    !(event.target instanceof HTMLTextAreaElement)
  )
    return
  const name = nameBefore(event.target)
  if (name.endsWith(' ')) event.stopPropagation()
  else if (name !== listed) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/** A comment being written; `@` offers colleagues. */
export function CommentForm(props: CommentFormProps) {
  const { stashKey, label, start = '', submitText, isBusy, onSubmit, onCancel } = props
  const { form, text, setText, pick, isPicked } = useMentions(stashKey, start)
  const [looked, setLooked] = useState<string | null>(null)
  const people = useUserSearch(looked ?? '', looked !== null)
  useFailureNotice(people.error, FAILURES.people)
  const length = visibleLength(text)
  const isEmpty = text.trim() === ''
  /** Where a blank belongs to a name, and where it ends one. */
  const mayBeName = (typed: string) =>
    MAY_BE_NAME.test(typed) && !isPicked(typed) && !(typed.includes(' ') && people.isNobody)
  useFormGuard(form)

  const submit = () => {
    if (isEmpty || isBusy || length > COMMENT_MAXIMUM) return
    void form.submit(
      (values, { callKey }) => onSubmit(commentOf(values).trim(), callKey),
      () => form.reset(),
    )
  }
  return (
    <div className="comment-form" onKeyDownCapture={(event) => guardEnter(event, looked)}>
      <Mentions
        aria-label={label}
        placeholder={`${label} …`}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        status={length > COMMENT_MAXIMUM ? 'error' : ''}
        filterOption={fits}
        validateSearch={mayBeName}
        notFoundContent={nobodyNote(people, FAILURES.people)}
        options={people.people.map((person) => ({
          key: String(person.id),
          userId: person.id,
          words: searchedIn(person),
          value: fullName(person),
          label: fullName(person),
        }))}
        onSearch={setLooked}
        onSelect={(option) => pick({ id: idOf(option), name: option.value ?? '' })}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      <div className="comment-form-actions">
        <LengthNote text={'x'.repeat(length)} max={COMMENT_MAXIMUM} />
        <span className="grow" />
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="small" loading={isBusy} disabled={isEmpty || length > COMMENT_MAXIMUM} onClick={submit}>
          {submitText}
        </Button>
      </div>
    </div>
  )
}
