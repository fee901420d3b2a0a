import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { TAG_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Button } from '#web/ui/input/button.tsx'
import { pasteWithCommas } from '#web/ui/input/pasted-list.ts'
import { AutoComplete } from '#web/ui/input/select.tsx'
import { FAILURES } from '../keywords/messages.ts'
import { tagsQuery } from '../keywords/queries.ts'
import { tagsIn } from '../keywords/use-keyword-form.ts'

const MOST_OFFERED = 50

interface TagEntryFieldsProps {
  typed: string
  isOffered: (tag: string) => boolean
  onType: (text: string) => void
  /** Called with one tag or a list of them. */
  onAdd: (text: string) => void
}

/** Entry of tags: new ones, or existing ones that match the typed text. */
export function TagEntryFields({ typed, isOffered, onType, onAdd }: TagEntryFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  /** Enter picked an item of the list, so the partial text must not be added as well. */
  const wasPicked = useRef(false)
  const { data, error } = useQuery(tagsQuery)
  useFailureNotice(error, FAILURES.tags)
  const words = typed.trim()
  const isTooLong = tagsIn(typed).some((tag) => tag.length > TAG_MAXIMUM)
  const fitting = (data ?? []).filter(({ tag }) => tag.includes(words.toLowerCase()) && isOffered(tag))

  const begin = () => {
    wasPicked.current = false
  }
  return (
    <>
      <div
        className="row align-stretch gap-8 mt-8 mb-12"
        onKeyDownCapture={begin}
        onPaste={pasteWithCommas(onAdd)}
      >
        <AutoComplete
          aria-label="New tag"
          placeholder="Type a tag, then Enter"
          value={typed}
          open={isOpen && words !== '' && fitting.length > 0}
          onOpenChange={setOpen}
          options={fitting.slice(0, MOST_OFFERED).map(({ tag }) => ({ value: tag }))}
          defaultActiveFirstOption={false}
          status={isTooLong ? 'error' : ''}
          onChange={onType}
          onSelect={(tag: string) => {
            wasPicked.current = true
            onAdd(tag)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            if (!wasPicked.current) onAdd(typed)
          }}
          style={{ width: '100%' }}
        />
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => onAdd(typed)}>
          Add
        </Button>
      </div>
      {isTooLong && (
        <p className="field-error" role="alert">
          At most {TAG_MAXIMUM} characters
        </p>
      )}
    </>
  )
}
