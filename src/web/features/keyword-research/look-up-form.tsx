import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { distinctKeywords } from '#shared/features/keywords/rules.ts'
import { MARKETS } from '#shared/features/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Select } from '#web/ui/select.tsx'
import { leftOutWords } from './messages.ts'
import { askedFor, keywordsOf, MOST_TOGETHER, type ResearchSearch } from './search.ts'
import { WordsFields } from './words-fields.tsx'

interface LookUpFormProps {
  search: ResearchSearch
  onLookUp: (asked: Pick<ResearchSearch, 'keyword' | 'also' | 'country'>) => void
  /** Another button on the screen is the primary one. */
  isSecondary: boolean
}

const PLACES = keysOf(MARKETS).map((country) => ({
  value: country,
  label: country,
  title: MARKETS[country].name,
}))

/** The keywords that wait for the next lookup, behind those of the address. */
function useWords(search: ResearchSearch) {
  const asked = keywordsOf(search)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const words = distinctKeywords([...asked, ...waiting]).slice(0, MOST_TOGETHER)
  const add = (added: readonly string[]) => {
    const all = distinctKeywords([...words, ...added])
    setWaiting(all.slice(asked.length, MOST_TOGETHER))
    setLeftOut(Math.max(0, all.length - MOST_TOGETHER))
  }
  const set = (next: readonly string[]) => {
    setWaiting(next)
    setLeftOut(0)
  }
  return { asked, waiting, words, leftOut, add, set }
}

/** The form of a lookup: keywords and country. */
export function LookUpForm({ search, onLookUp, isSecondary }: LookUpFormProps) {
  const { country } = search
  const { asked, waiting, words, leftOut, add, set } = useWords(search)
  const [typed, setTyped] = useState('')
  const next = askedFor([...words, typed])
  const isNew = asked.length === 0 || waiting.length > 0 || typed.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next.keyword === '') return
    set([])
    setTyped('')
    onLookUp({ ...next, country })
  }
  const remove = (word: string) => {
    set(waiting.filter((each) => each !== word))
    if (asked.includes(word)) onLookUp({ ...askedFor(asked.filter((each) => each !== word)), country })
  }
  return (
    <search>
      <form className="look-up" onSubmit={submit}>
        <WordsFields
          words={words}
          searched={asked.length}
          typed={typed}
          onType={setTyped}
          onAdd={add}
          onRemove={remove}
          onClear={() => {
            set([])
            onLookUp({ ...askedFor([]), country })
          }}
        />
        <Select
          aria-label="Country"
          size="large"
          value={country}
          options={PLACES}
          onChange={(chosen) => onLookUp({ keyword: search.keyword, also: search.also, country: chosen })}
        />
        <Button
          type={isNew && !isSecondary ? 'primary' : 'default'}
          size="large"
          htmlType="submit"
          disabled={next.keyword === ''}
        >
          Search
        </Button>
      </form>
      {leftOut > 0 && (
        <p className="meta look-up-note" role="status">
          {leftOutWords(leftOut)}
        </p>
      )}
    </search>
  )
}
