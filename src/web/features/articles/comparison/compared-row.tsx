import type { ReactNode } from 'react'

interface ComparedRowProps {
  /** The category, worded by the specification. */
  label: string
  /** Beside the label, e.g. a button. */
  aside?: ReactNode
  /** The compared items, side by side; each pair has a line of its own. */
  pairs: readonly { key: string; theirs: ReactNode; ours: ReactNode }[]
  /** Below the pairs. */
  children?: ReactNode
}

/** One category: their article on the left, ours on the right. */
export function ComparedRow({ label, aside, pairs, children }: ComparedRowProps) {
  return (
    <section className="compared" aria-label={label}>
      <div className="compared-label stack gap-6">
        <h3>{label}</h3>
        {aside}
      </div>
      <div className="compared-pairs">
        {pairs.map(({ key, theirs, ours }) => (
          <div key={key} className="compared-pair stack bounded">
            <div className="compared-side break-words shrinkable theirs">
              <span className="visually-hidden">Theirs: </span>
              {theirs}
            </div>
            <div className="compared-side break-words shrinkable ours">
              <span className="visually-hidden">Ours: </span>
              {ours}
            </div>
          </div>
        ))}
        {children}
      </div>
    </section>
  )
}
