import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { TAG_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { AutoComplete } from '#web/ui/select.tsx'
import { FAILURES } from '../keywords/messages.ts'
import { tagsQuery } from '../keywords/queries.ts'

const MOST_OFFERED = 50

interface TagEntryFieldsProps {
  isOffered: (tag: string) => boolean
  onAdd: (tag: string) => void
}

/** Entry of a tag: a new one, or an existing one that matches the typed text. */
export function TagEntryFields({ isOffered, onAdd }: TagEntryFieldsProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  /** Enter picked an item of the list, so the partial text must not be added as well. */
  const wasPicked = useRef(false)
  const { data, error } = useQuery(tagsQuery)
  useFailureNotice(error, FAILURES.tags)
  const words = typed.trim()
  const isTooLong = words.length > TAG_MAXIMUM
  const fitting = (data ?? []).filter(({ tag }) => tag.includes(words.toLowerCase()) && isOffered(tag))

  const add = (tag: string) => {
    if (tag.trim().length > TAG_MAXIMUM) return
    onAdd(tag)
    setTyped('')
  }
  const begin = () => {
    wasPicked.current = false
  }
  return (
    <>
      <div className="tag-entry" onKeyDownCapture={begin}>
        <AutoComplete
          aria-label="New tag"
          placeholder="Type a tag, then Enter"
          value={typed}
          open={isOpen && words !== '' && fitting.length > 0}
          onOpenChange={setOpen}
          options={fitting.slice(0, MOST_OFFERED).map(({ tag }) => ({ value: tag }))}
          defaultActiveFirstOption={false}
          status={isTooLong ? 'error' : ''}
          onChange={setTyped}
          onSelect={(tag: string) => {
            wasPicked.current = true
            add(tag)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            if (!wasPicked.current) add(typed)
          }}
          style={{ width: '100%' }}
        />
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => add(typed)}>
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
