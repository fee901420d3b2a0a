import type { ReactNode } from 'react'

export interface Fact<Key extends string> {
  key: Key
  label: string
  icon: ReactNode
  value: string
  /** Its value, as secondary text. */
  note: string
  /** Its meaning, shown on hover. */
  hint?: string
}

interface FactStripProps<Key extends string> {
  label: string
  facts: readonly Fact<Key>[]
  active: Key | undefined
  /** Clicking the active one again deactivates it. */
  onChange: (key: Key | undefined) => void
}

/** A few figures in one box, each of which filters the list below. */
export function FactStrip<Key extends string>({ label, facts, active, onChange }: FactStripProps<Key>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed are no fields of a form
    <div className="fact-strip row align-stretch" role="group" aria-label={label}>
      {facts.map(({ key, label: name, icon, value, note, hint }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === active}
          title={hint}
          onClick={() => onChange(key === active ? undefined : key)}
        >
          <span className="fact-name row gap-6 meta nowrap">
            {icon}
            {name}
          </span>
          <span className="fact-value">{value}</span>
          <span className="fact-note">{note}</span>
        </button>
      ))}
    </div>
  )
}
