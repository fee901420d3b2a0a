import { Button, Mentions } from 'antd'
import { useState } from 'react'
import { COMMENT_MAXIMUM } from '#shared/features/keyword-comments/contract.ts'
import { visibleLength } from '#shared/features/keyword-comments/rules.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { useFormStash } from '#web/api/use-form-stash.ts'
import { LengthNote } from '#web/ui/length-note.tsx'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { useUserSearch } from '../users/use-user-search.ts'
import { FAILURES } from './messages.ts'
import { useMentions } from './use-mentions.ts'

interface CommentFormProps {
  /** Under which what is typed is kept when the session ends. */
  stashKey: string
  label: string
  /** As it is stored, where one is changed. */
  start?: string
  submitText: string
  isBusy: boolean
  /** Done once it resolves; the text stays where it does not. */
  onSubmit: (comment: string) => Promise<unknown>
  onCancel?: () => void
}

/** The list gives back what it was given, except for the key, and its type knows nothing of it. */
const idOf = (option: object) => ('userId' in option ? Number(option.userId) : Number.NaN)

/** A comment being written; `@` offers colleagues. */
export function CommentForm(props: CommentFormProps) {
  const { stashKey, label, start = '', submitText, isBusy, onSubmit, onCancel } = props
  const { text, setText, pick, toSend, begin } = useMentions(start)
  const [looked, setLooked] = useState<string | null>(null)
  const people = useUserSearch(looked ?? '', looked !== null)
  useFailureNotice(people.error, FAILURES.people)
  const length = visibleLength(text)
  const isEmpty = text.trim() === ''
  const isUnsaved = !isEmpty && toSend() !== start
  useUnsaved(isUnsaved)
  useFormStash(stashKey, isUnsaved ? toSend() : null, begin)

  const submit = () => {
    if (isEmpty || isBusy || length > COMMENT_MAXIMUM) return
    onSubmit(toSend().trim())
      .then(() => begin(''))
      // What went wrong has been said; the text is still there.
      .catch(() => undefined)
  }
  return (
    <div className="comment-form">
      <Mentions
        aria-label={label}
        placeholder={`${label} …`}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        status={length > COMMENT_MAXIMUM ? 'error' : ''}
        loading={people.isFetching}
        filterOption={false}
        notFoundContent={people.isFetching ? 'Searching …' : 'Nobody by that name'}
        options={(people.data ?? []).map(({ id, first_name, last_name }) => ({
          key: String(id),
          userId: id,
          value: `${first_name} ${last_name}`,
          label: `${first_name} ${last_name}`,
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
