import { Button, Input } from 'antd'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { MARKETS } from '#shared/features/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { pasteWithCommas } from '#web/ui/pasted-list.ts'
import { Select } from '#web/ui/select.tsx'
import { askedFor, keywordsOf, MOST_TOGETHER, type ResearchSearch } from './search.ts'

interface LookUpFormProps {
  search: ResearchSearch
  onLookUp: (asked: Pick<ResearchSearch, 'keyword' | 'also' | 'country'>) => void
}

const PLACES = keysOf(MARKETS).map((country) => ({
  value: country,
  label: country,
  title: MARKETS[country].name,
}))

/** The form of a lookup: keywords and country. */
export function LookUpForm({ search, onLookUp }: LookUpFormProps) {
  const { country } = search
  const asked = keywordsOf(search).join(', ')
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  const next = askedFor(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next.keyword !== '') onLookUp({ ...next, country })
  }
  return (
    <search>
      <form className="look-up" onSubmit={submit}>
        <Input
          aria-label="Keyword"
          placeholder="What would readers search for? Up to ten keywords, comma-separated"
          size="large"
          value={typed}
          maxLength={KEYWORD_MAXIMUM * MOST_TOGETHER}
          onPaste={pasteWithCommas(setTyped)}
          prefix={<Search size={16} aria-hidden="true" className="quiet" />}
          data-page-search
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          aria-label="Country"
          size="large"
          value={country}
          options={PLACES}
          onChange={(chosen) => onLookUp({ keyword: search.keyword, also: search.also, country: chosen })}
        />
        <Button type="primary" size="large" htmlType="submit" disabled={next.keyword === ''}>
          Search
        </Button>
      </form>
    </search>
  )
}
