import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { distinctKeywords, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { TAG_SEPARATORS } from '#web/ui/input/pasted-list.ts'
import { Select } from '#web/ui/input/select.tsx'
import { suggestedKeywordsQuery } from './queries.ts'

interface KeywordTagsPickerProps {
  id: string
  value: readonly string[]
  onChange: (keywords: string[]) => void
  isInvalid?: boolean
  describedBy?: string | undefined
}

const PAUSE = 300

/**
 * The keyword and further ones as tags; existing keywords are suggested, new ones can be typed. The first one
 * is the main keyword.
 */
export function KeywordTagsPicker({ id, value, onChange, isInvalid, describedBy }: KeywordTagsPickerProps) {
  const [typed, setTyped] = useState('')
  const rested = tidyKeyword(useDebounced(typed, PAUSE))
  const { data } = useQuery(suggestedKeywordsQuery(rested))
  return (
    <Select
      id={id}
      mode="tags"
      aria-label="Keyword"
      aria-required
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      status={isInvalid ? 'error' : ''}
      value={[...value]}
      placeholder="Type a keyword, then Enter"
      tokenSeparators={TAG_SEPARATORS}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      options={(data ?? []).map(({ keyword }) => ({ value: keyword, label: keyword }))}
      onChange={(keywords: string[]) => {
        onChange(distinctKeywords(keywords.map((keyword) => keyword.slice(0, KEYWORD_MAXIMUM))))
        setTyped('')
      }}
      suffixIcon={null}
      notFoundContent={null}
      tagRender={({ value: keyword, onClose }) => (
        <span
          className={
            keyword === value[0] ? 'keyword-tag inline-row gap-4 first' : 'keyword-tag inline-row gap-4'
          }
        >
          <span className="ellipsis">{keyword}</span>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Remove ${keyword}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={onClose}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      )}
      style={{ width: '100%' }}
    />
  )
}
