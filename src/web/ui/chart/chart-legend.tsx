import type { ReactNode } from 'react'

interface ChartKeyProps {
  /** The accessible name of the list. */
  label?: string
  entries: readonly { name: string; swatch: ReactNode; value?: string }[]
}

/** Names the lines, bars or areas of a chart beside a sample of each. */
export function ChartLegend({ label, entries }: ChartKeyProps) {
  return (
    <ul className="chart-key cluster align-stretch gap-16 row-gap-4" aria-label={label}>
      {entries.map(({ name, swatch, value }) => (
        <li key={name}>
          {swatch}
          <span>{name}</span>
          {value !== undefined && <span className="tabular"> {value}</span>}
        </li>
      ))}
    </ul>
  )
}
