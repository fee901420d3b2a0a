import type { ReactNode } from 'react'

export interface Fact<Key extends string> {
  key: Key
  label: string
  icon?: ReactNode
  value: ReactNode
  /** Its value, as secondary text. */
  note?: ReactNode
  /** Its meaning, shown on hover. */
  hint?: string
  /** It only says something and filters nothing. */
  isPlain?: boolean
}

interface FactStripProps<Key extends string> {
  label: string
  facts: readonly Fact<Key>[]
  active: Key | undefined
  /** Clicking the active one again deactivates it. */
  onChange: (key: Key | undefined) => void
}

type WordsProps = Pick<Fact<string>, 'icon' | 'label' | 'value' | 'note'>

const Words = ({ icon, label, value, note }: WordsProps) => (
  <>
    <span className="fact-name row gap-6 meta nowrap">
      {icon}
      {label}
    </span>
    <span className="fact-value">{value}</span>
    <span className="fact-note">{note}</span>
  </>
)

/** A few figures in one box, most of which filter the list below. */
export function FactStrip<Key extends string>({ label, facts, active, onChange }: FactStripProps<Key>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed are no fields of a form
    <div className="fact-strip row align-stretch" role="group" aria-label={label}>
      {facts.map(({ key, hint, isPlain, ...words }) =>
        isPlain ? (
          <div key={key} title={hint} className="plain-fact">
            <Words {...words} />
          </div>
        ) : (
          <button
            key={key}
            type="button"
            aria-pressed={key === active}
            title={hint}
            onClick={() => onChange(key === active ? undefined : key)}
          >
            <Words {...words} />
          </button>
        ),
      )}
    </div>
  )
}
