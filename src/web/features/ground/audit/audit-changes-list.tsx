import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { fullName } from '#shared/format/full-name.ts'
import { sitesQuery } from '#web/features/ground/sites/queries.ts'
import { allUsersQuery } from '#web/features/ground/users/queries.ts'
import {
  type EntryWords,
  fieldLabel,
  isProducts,
  NOTHING,
  namesPeople,
  namesSites,
  productWords,
  valueWords,
} from './messages.ts'

/** Longer texts and lists are collapsed. */
const TEXT_MAXIMUM = 120
const LIST_MAXIMUM = 4
/** With more fields than these, the others are collapsed. */
const FIELDS_MAXIMUM = 8
const SHOWN_FOLDED = 3

type Fields = NonNullable<AuditEntry['before']>

/** The audit trail only stores the beginning of a long text. */
const lengthWords = (text: string): string =>
  text.endsWith('…')
    ? `the first ${countedIn(text.length - 1, 'character')}`
    : countedIn(text.length, 'character')

function Folded({ text }: { text: string }) {
  if (text.length <= TEXT_MAXIMUM) return text
  const start = text.slice(0, TEXT_MAXIMUM / 2).trimEnd()
  return (
    <details>
      <summary>
        {start}… <span className="quiet">{lengthWords(text)}</span>
      </summary>
      {text}
    </details>
  )
}

function Members({ sign, words }: { sign: string; words: readonly string[] }) {
  if (words.length === 0) return null
  if (words.length <= LIST_MAXIMUM) return `${sign}${words.join(', ')} `
  return (
    <details>
      <summary>
        {sign}
        {countedIn(words.length, 'value')}
      </summary>
      {words.join(', ')}
    </details>
  )
}

interface ListedProps {
  field: string
  was: readonly unknown[]
  is: readonly unknown[]
  entry: EntryWords
}

/** The removed and added items of a list; the whole list if its previous value is unknown. */
function Listed({ field, was, is, entry }: ListedProps) {
  const before = was.map((each) => valueWords(field, each, entry))
  const after = is.map((each) => valueWords(field, each, entry))
  const fresh = after.filter((each) => !before.includes(each))
  const gone = before.filter((each) => !after.includes(each))
  if (fresh.length + gone.length === 0) return before.length > 0 ? 'reordered' : NOTHING
  return (
    <>
      <Members sign={before.length > 0 || after.length === 0 ? '+ ' : ''} words={fresh} />
      <Members sign="− " words={gone} />
    </>
  )
}

interface ChangeProps {
  field: string
  before: Fields | null
  after: Fields | null
  entry: EntryWords
}

function Change({ field, before, after, entry }: ChangeProps): ReactNode {
  const [was, is] = [before?.[field], after?.[field]]
  const words = (value: unknown) => valueWords(field, value, entry)
  return (
    <>
      {before && field in before && (
        <>
          <del className="quiet">
            <Folded text={words(was)} />
          </del>
          {after && field in after && ' → '}
        </>
      )}
      {after && field in after && <Folded text={words(is)} />}
    </>
  )
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function Line(change: ChangeProps) {
  const { field, before, after, entry } = change
  const was = before?.[field] ?? []
  const is = after?.[field] ?? []
  if (field === 'products' && isProducts(was) && isProducts(is))
    return productWords(was, is).map((words) => <li key={words}>{words}</li>)
  const isListed = isList(was) && isList(is) && was.length + is.length > 0
  return (
    <li>
      <span className="quiet">{fieldLabel(entry.noun, field)}:</span>{' '}
      {isListed ? <Listed field={field} was={was} is={is} entry={entry} /> : <Change {...change} />}
    </li>
  )
}

/** The changed fields with the labels of the forms: before and after. */
export function AuditChangesList({ noun, before, after }: Pick<AuditEntry, 'noun' | 'before' | 'after'>) {
  const state = { before, after }
  const { data: sites } = useQuery({ ...sitesQuery, enabled: namesSites(state) })
  const { data: people } = useQuery({ ...allUsersQuery, enabled: namesPeople(state) })
  const entry: EntryWords = {
    noun,
    fields: { ...before, ...after },
    siteName: (id) => sites?.find(({ site_id: each }) => each === id)?.display_name,
    personName: (id) => {
      const person = people?.find(({ id: each }) => each === id)
      return person && fullName(person)
    },
  }
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = names.length > FIELDS_MAXIMUM ? SHOWN_FOLDED : names.length
  const lines = names.map((name) => (
    <Line key={name} field={name} before={before} after={after} entry={entry} />
  ))
  return (
    <ul className="audit-changes">
      {lines.slice(0, shown)}
      {shown < names.length && (
        <li>
          <details>
            <summary>and {names.length - shown} more</summary>
            <ul>{lines.slice(shown)}</ul>
          </details>
        </li>
      )}
    </ul>
  )
}
