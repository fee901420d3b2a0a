import { Mentions } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { COMMENT_MAXIMUM } from '#shared/features/keywords/keyword-comments/contract.ts'
import { visibleLength } from '#shared/features/keywords/keyword-comments/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { useFormGuard } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { LengthNote } from '#web/ui/input/length-note.tsx'
import { isSubmitKey } from '#web/ui/input/use-hotkey.ts'
import { fitsTyped, nobodyNote, searchedIn, useUserSearch } from '../../ground/users/use-user-search.ts'
import { FAILURES } from './messages.ts'
import { commentOf, useMentions } from './use-mentions.ts'

interface CommentFormProps {
  /** The storage key for typed text when the session ends. */
  stashKey: string
  label: string
  /** The stored comment that is being edited, if any. */
  start?: string
  submitText: string
  isBusy: boolean
  /**
   * The form is cleared once the promise resolves. If it rejects, the text stays, and a retry uses the same
   * key.
   */
  onSubmit: (comment: string, callKey: string) => Promise<unknown>
  onCancel?: () => void
}

/** At runtime the list returns the option it was given, which its type does not express. */
const idOf = (option: object) => ('userId' in option ? Number(option.userId) : Number.NaN)
const fits = (typed: string, option: object) => 'words' in option && fitsTyped(String(option.words), typed)

/** Text that can be a name: up to three words on one line. */
const MAY_BE_NAME = /^\S*( \S+){0,2} ?$/

/** The partial name typed so far. */
function nameBefore({ value, selectionStart }: HTMLTextAreaElement): string {
  const before = value.slice(0, selectionStart)
  return before.slice(before.lastIndexOf('@') + 1)
}

/**
 * Enter only picks a colleague if the list matches the typed text. After a space that ended the name it
 * starts a new line.
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

/** A comment form; `@` suggests colleagues. */
export function CommentForm(props: CommentFormProps) {
  const { stashKey, label, start = '', submitText, isBusy, onSubmit, onCancel } = props
  const { form, text, setText, pick, isPicked } = useMentions(stashKey, start)
  const [looked, setLooked] = useState<string | null>(null)
  const people = useUserSearch(looked ?? '', looked !== null)
  useFailureNotice(people.error, FAILURES.people)
  const length = visibleLength(text)
  const isEmpty = text.trim() === ''
  /** Whether a space is part of a name or ends it. */
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
    <div className="stack gap-6" onKeyDownCapture={(event) => guardEnter(event, looked)}>
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
          if (isSubmitKey(event)) submit()
        }}
      />
      <div className="row gap-8">
        <LengthNote text={'x'.repeat(length)} max={COMMENT_MAXIMUM} />
        <span className="fill" />
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
