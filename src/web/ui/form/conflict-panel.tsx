import type { ReactNode } from 'react'
import { Alert } from '../feedback/alert.tsx'
import { Segmented } from '../input/segmented.tsx'
import type { Form } from './form-store.ts'
import type { MergeSide, Name } from './merge.ts'
import { useFormState } from './use-form.ts'

interface ConflictPanelProps<Values extends object> {
  form: Form<Values>
  /** The saved object, e.g. `article`. */
  noun: string
  /** The title of the refusal. */
  title: string
  /** The labels of the fields. Other users cannot change a field without a label. */
  labels: Readonly<Partial<Record<Name<Values>, string>>>
  /** The value of a field as lines of text. */
  linesOf: (values: Values, name: Name<Values>) => readonly string[]
  /** Who saved it meanwhile, if known; `own` if it was the same user in another tab. */
  savers?: Savers | undefined
}

export type Savers = 'own' | readonly string[]

const LIST = new Intl.ListFormat('en-US')

const NOBODY_KNOWN: Savers = []

/** `Dana Okafor has`, `Dana Okafor and you have` */
const saversHave = (savers: readonly string[]): string =>
  savers.length === 0 ? 'Another user has' : `${LIST.format(savers)} ${savers.length === 1 ? 'has' : 'have'}`

const merged = (noun: string, savers: Savers) =>
  savers === 'own'
    ? `You saved this ${noun} in another tab. The form now includes those changes, and what you typed here is kept.`
    : `${saversHave(savers)} saved this ${noun}. The form now includes their changes, and yours are kept.`
const divided = (noun: string, savers: Savers) =>
  savers === 'own'
    ? `You saved this ${noun} in another tab and changed the same fields. Choose what to keep:`
    : `${saversHave(savers)} saved this ${noun} and changed the same fields. Choose what to keep:`

/** Labels of the two sides, if the author is known. */
const NAMES = {
  theirs: {
    mine: 'Yours',
    theirs: 'Theirs',
    keep: 'Keep mine',
    take: 'Take theirs',
    taken: 'as they have it now',
    list: 'Theirs, already in the form',
  },
  own: {
    mine: 'Here',
    theirs: 'In the other tab',
    keep: 'Keep this version',
    take: 'Use the saved version',
    taken: 'as you have saved it',
    list: 'From the other tab, already in the form',
  },
} as const
type Names = Readonly<Record<keyof (typeof NAMES)['own'], string>>

function namesOf(savers: Savers): Names {
  if (savers === 'own') return NAMES.own
  const [only, ...others] = savers
  if (only === undefined) return NAMES.theirs
  const saved = others.length > 0 ? 'Saved version' : `${only}’s`
  return { ...NAMES.theirs, theirs: saved, list: `${saved}, already in the form` }
}

const sidesOf = (names: Names): { label: string; value: MergeSide }[] => [
  { label: names.keep, value: 'mine' },
  { label: names.take, value: 'theirs' },
]

function Version({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <div className="meta">{title}</div>
      {lines.every((line) => line === '') ? (
        <p className="quiet">Empty</p>
      ) : (
        lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of text have no identity
          <p key={index} className="words">
            {line}
          </p>
        ))
      )}
    </div>
  )
}

function Taken({
  label,
  taken,
  lines,
}: {
  label: string
  taken: string
  lines: readonly string[]
}): ReactNode {
  const text = lines.filter((line) => line !== '').join(', ')
  return (
    <li className="ellipsis">
      {label}, {taken}: {text === '' ? <span className="quiet">Empty</span> : text}
    </li>
  )
}

/**
 * Both versions of all fields that two users, or one user in two tabs, changed at the same time, and the
 * choice between them.
 */
export function ConflictPanel<Values extends object>(props: ConflictPanelProps<Values>) {
  const { form, noun, title, labels, linesOf, savers = NOBODY_KNOWN } = props
  const names = namesOf(savers)
  const conflict = useFormState(form, (state) => state.conflict)
  if (!conflict) return null
  const { mine, theirs, choice } = conflict
  return (
    <div className="mb-16">
      <Alert kind="bad" title={title}>
        {conflict.divided.length > 0 ? divided(noun, savers) : merged(noun, savers)}
      </Alert>
      {conflict.taken.length > 0 && (
        <ul className="conflict-taken meta" aria-label={names.list}>
          {conflict.taken.map((name) => (
            <Taken
              key={name}
              label={labels[name] ?? name}
              taken={names.taken}
              lines={linesOf(theirs, name)}
            />
          ))}
        </ul>
      )}
      {conflict.divided.map((name) => (
        <section key={name} aria-label={`${labels[name]}: two versions`} className="conflict-field">
          <div className="row align-stretch between gap-8 mb-8">
            <h3>{labels[name]}</h3>
            <Segmented<MergeSide | ''>
              size="small"
              aria-label={`${labels[name]}: which version`}
              options={sidesOf(names)}
              // Nothing is preselected.
              value={choice[name] ?? ''}
              onChange={(side) => side !== '' && form.choose(name, side)}
            />
          </div>
          <div className="conflict-sides stack bounded gap-16">
            <Version title={names.mine} lines={linesOf(mine, name)} />
            <Version title={names.theirs} lines={linesOf(theirs, name)} />
          </div>
        </section>
      ))}
    </div>
  )
}
