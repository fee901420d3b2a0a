import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { useMay } from '#web/api/session.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { LetterKey } from '#web/ui/input/letter-key.tsx'
import { SuggestBox } from '#web/ui/input/suggest-box.tsx'
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
    if (tidy !== '') void navigate({ to: SCREENS.keywords.path, search: { keyword: tidy } })
  }
  const isFresh = rested === tidyKeyword(typed)
  return (
    <SuggestBox
      label={LABEL}
      value={typed}
      suggestions={isFresh ? (data ?? []).map(({ keyword }) => keyword) : []}
      maxLength={KEYWORD_MAXIMUM}
      prefix={<Search size={16} aria-hidden="true" className="quiet" />}
      suffix={<LetterKey of="/" />}
      isPageSearch
      onChange={setTyped}
      onChoose={open}
    />
  )
}
