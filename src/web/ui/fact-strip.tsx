import type { ReactNode } from 'react'

export interface Fact<Key extends string> {
  key: Key
  label: string
  icon: ReactNode
  value: string
  /** What it is worth, in a quiet line. */
  note: string
  /** What it means, on hover. */
  hint?: string
}

interface FactStripProps<Key extends string> {
  label: string
  facts: readonly Fact<Key>[]
  active: Key | undefined
  /** Pressed once more, it is none. */
  onChange: (key: Key | undefined) => void
}

/** A few facts in one box, each of which leaves the rest out of the list below it. */
export function FactStrip<Key extends string>({ label, facts, active, onChange }: FactStripProps<Key>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed are no fields of a form
    <div className="fact-strip" role="group" aria-label={label}>
      {facts.map(({ key, label: name, icon, value, note, hint }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === active}
          title={hint}
          onClick={() => onChange(key === active ? undefined : key)}
        >
          <span className="fact-name">
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
