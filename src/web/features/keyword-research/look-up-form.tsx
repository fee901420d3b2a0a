import { Button, Input } from 'antd'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { MARKETS } from '#shared/features/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Select } from '#web/ui/select.tsx'
import type { ResearchSearch } from './search.ts'

interface LookUpFormProps {
  search: ResearchSearch
  onLookUp: (asked: Pick<ResearchSearch, 'keyword' | 'country'>) => void
}

const PLACES = keysOf(MARKETS).map((country) => ({
  value: country,
  label: country,
  title: MARKETS[country].name,
}))

/** What is looked up, and where. */
export function LookUpForm({ search, onLookUp }: LookUpFormProps) {
  const [typed, setTyped] = useState(search.keyword)
  const { country } = search
  useEffect(() => setTyped(search.keyword), [search.keyword])
  const tidy = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tidy !== '') onLookUp({ keyword: tidy, country })
  }
  return (
    <search>
      <form className="look-up" onSubmit={submit}>
        <Input
          aria-label="Keyword"
          placeholder="What would readers search for?"
          size="large"
          value={typed}
          maxLength={KEYWORD_MAXIMUM}
          prefix={<Search size={16} aria-hidden="true" className="quiet" />}
          data-page-search
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          aria-label="Country"
          size="large"
          value={country}
          options={PLACES}
          onChange={(next) => onLookUp({ keyword: search.keyword, country: next })}
        />
        <Button type="primary" size="large" htmlType="submit" disabled={tidy === ''}>
          Search
        </Button>
      </form>
    </search>
  )
}
