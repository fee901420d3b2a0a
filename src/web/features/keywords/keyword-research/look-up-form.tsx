import { type FormEvent, useState } from 'react'
import { distinctKeywords } from '#shared/features/keywords/keywords/rules.ts'
import { MARKETS } from '#shared/features/keywords/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { leftOutWords } from './messages.ts'
import { askedFor, keywordsOf, lookupOf, MOST_TOGETHER, type ResearchSearch } from './search.ts'
import { WordsFields } from './words-fields.tsx'

type Asked = Pick<ResearchSearch, 'keyword' | 'also' | 'country'>

interface LookUpFormProps {
  search: ResearchSearch
  onLookUp: (asked: Asked) => void
  /** Another button on the screen is the primary one. */
  isSecondary: boolean
}

const PLACES = keysOf(MARKETS).map((country) => ({
  value: country,
  label: country,
  title: MARKETS[country].name,
}))

const NONE = { words: [] as readonly string[], leftOut: 0, lookups: [] as readonly string[] }

/** The keywords that wait for the next lookup, behind those of the address; another address has none. */
function useWords(search: ResearchSearch) {
  const asked = keywordsOf(search)
  const [kept, keep] = useState(NONE)
  const { words: waiting, leftOut } = kept.lookups.includes(lookupOf(search)) ? kept : NONE
  const words = distinctKeywords([...asked, ...waiting]).slice(0, MOST_TOGETHER)
  const add = (added: readonly string[]) => {
    const all = distinctKeywords([...words, ...added])
    keep({
      words: all.slice(asked.length, MOST_TOGETHER),
      leftOut: Math.max(0, all.length - MOST_TOGETHER),
      lookups: [lookupOf(search)],
    })
  }
  /** With `next`, the lookup that the form goes to, they wait there too. */
  const set = (words: readonly string[], next: Asked = search) =>
    keep({ words, leftOut: 0, lookups: [lookupOf(search), lookupOf(next)] })
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
    // The text stays in the field, and a note says that it does not fit.
    if (distinctKeywords([...words, typed]).length > MOST_TOGETHER) return add([typed])
    set([])
    setTyped('')
    onLookUp({ ...next, country })
  }
  const remove = (word: string) => {
    const left = { ...askedFor(asked.filter((each) => each !== word)), country }
    set(
      waiting.filter((each) => each !== word),
      left,
    )
    if (asked.includes(word)) onLookUp(left)
  }
  return (
    <search>
      <form className="look-up row align-start gap-8" onSubmit={submit}>
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
          onChange={(chosen) => {
            const there = { keyword: search.keyword, also: search.also, country: chosen }
            set(waiting, there)
            onLookUp(there)
          }}
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
