import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AutoComplete, Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { tidyKeyword } from '#shared/features/keywords/rules.ts'
import { useMay } from '#web/api/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { suggestedKeywordsQuery } from './queries.ts'

const LABEL = 'Search Already Used Keywords'
const PAUSE = 1500

/** The search box of the sub-header: Enter or a pick opens the keyword in the Keywords Summary. */
export function UsedKeywordPicker() {
  const [typed, setTyped] = useState('')
  const rested = tidyKeyword(useDebounced(typed, PAUSE))
  const mayLook = useMay('ViewKeywords')
  const navigate = useNavigate()
  const { data } = useQuery({ ...suggestedKeywordsQuery(rested), enabled: mayLook && rested !== '' })
  if (!mayLook) return null

  const open = (keyword: string) => {
    const tidy = tidyKeyword(keyword)
    if (tidy !== '') void navigate({ to: SCREENS.keywords.path, search: { keyword: tidy } as never })
  }
  return (
    <AutoComplete
      value={typed}
      options={(rested === tidyKeyword(typed) ? (data ?? []) : []).map(({ keyword }) => ({ value: keyword }))}
      onChange={setTyped}
      onSelect={open}
      style={{ width: '100%' }}
      defaultActiveFirstOption={false}
    >
      <Input
        aria-label={LABEL}
        placeholder={LABEL}
        maxLength={KEYWORD_MAXIMUM}
        prefix={<Search size={16} aria-hidden="true" className="quiet" />}
        suffix={<kbd>/</kbd>}
        data-page-search
        onPressEnter={() => open(typed)}
      />
    </AutoComplete>
  )
}
