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

const Words = <Key extends string>({ icon, label, value, note }: Fact<Key>) => (
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
      {facts.map((fact) =>
        fact.isPlain ? (
          <div key={fact.key} title={fact.hint}>
            <Words {...fact} />
          </div>
        ) : (
          <button
            key={fact.key}
            type="button"
            aria-pressed={fact.key === active}
            title={fact.hint}
            onClick={() => onChange(fact.key === active ? undefined : fact.key)}
          >
            <Words {...fact} />
          </button>
        ),
      )}
    </div>
  )
}
