import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface TipRow {
  name: string
  /** One for each column. */
  values: readonly string[]
  swatch?: ReactNode
  isPicked?: boolean
}

/** What a chart says about one of its points. */
export interface Tip {
  /** The name of the point, unless its only row has it. */
  title?: string
  /** The heads of the values if there are several. */
  columns?: readonly string[]
  rows: readonly TipRow[]
}

const NO_DATA = 'no data'

/** A tip as a sentence for screen readers. */
export function tipWords({ title, columns, rows }: Tip): string {
  const valueWords = (values: readonly string[]) =>
    values.map((value, at) => (columns ? `${columns[at]} ${value}` : value)).join(', ')
  const words = rows.map(({ name, values }) => `${name} ${valueWords(values)}`.trim())
  const told = words.length === 0 ? NO_DATA : words.join('; ')
  return title ? `${title}: ${told}` : told
}

/** The distances from the point and between columns, the widths of a letter and of padding and sample, in px. */
const APART = 12
const GAP = 12
const LETTER = 6.4
const AROUND = 56
/** A wider tip would cover the neighbours of its point, so it is outside of the chart. */
const MOST_COVERED = 0.4
/** Outside of a small chart there is room for this number of rows. */
const MOST_ROWS = 8

/** The estimated width of a tip without line breaks, in px. */
function widthOf({ title = '', columns = [''], rows }: Tip): number {
  const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length)) * LETTER
  const names = longest([title, ...rows.map(({ name }) => name)])
  const values = columns.map((head, at) => GAP + longest([head, ...rows.map((row) => row.values[at] ?? '')]))
  return AROUND + names + values.reduce((sum, width) => sum + width, 0)
}

/** Where a tip outside of its chart is in view; if the chart fills the window, at the edge far from the pointer. */
type Outside = 'below' | 'above' | 'bottom edge' | 'top edge'

const OUTSIDE: Readonly<Record<Outside, CSSProperties>> = {
  below: { top: '100%', left: 0, right: 0 },
  above: { top: 'auto', bottom: '100%', left: 0, right: 0 },
  'bottom edge': { position: 'fixed', top: 'auto', bottom: GAP, left: GAP, right: GAP },
  'top edge': { position: 'fixed', left: GAP, right: GAP },
}

/** The side of the point for a tip that leaves enough of the chart in view; null for a wider one. */
function besideOf(tip: Tip, x: number, width: number): CSSProperties | null {
  const isLeft = x > width / 2
  const needed = widthOf(tip)
  if (needed > (isLeft ? x : width - x) - APART || needed > width * MOST_COVERED) return null
  return isLeft ? { right: width - x + APART } : { left: x + APART }
}

/** Measures where a tip outside of its chart is in view. */
function useOutside(y: number) {
  const place = useRef<HTMLDivElement>(null)
  const [outside, setOutside] = useState<Outside>('below')
  const [header, setHeader] = useState(0)
  useLayoutEffect(() => {
    const chart = place.current?.parentElement?.getBoundingClientRect()
    const height = place.current?.offsetHeight ?? 0
    if (!chart) return
    const headerEnd = document.querySelector('.sub-header')?.getBoundingClientRect().bottom ?? 0
    const edge = chart.top + y > window.innerHeight / 2 ? 'top edge' : 'bottom edge'
    const isBelow = chart.bottom + height <= window.innerHeight
    setHeader(headerEnd)
    setOutside(isBelow ? 'below' : chart.top - height >= headerEnd ? 'above' : edge)
  })
  const style = outside === 'top edge' ? { ...OUTSIDE[outside], top: header + GAP } : OUTSIDE[outside]
  return [place, style] as const
}

/** The rows around the picked one, or the first ones, of a tip outside of its chart. */
function fewOf(rows: Tip['rows']): Tip['rows'] {
  const picked = rows.findIndex(({ isPicked }) => isPicked)
  const start = Math.min(Math.max(0, picked - MOST_ROWS / 2), Math.max(0, rows.length - MOST_ROWS))
  return rows.slice(start, start + MOST_ROWS)
}

interface ChartTipProps {
  tip: Tip
  /** The position of the point in the chart, in px. */
  x: number
  /** The vertical position of the pointer in the chart, in px. */
  y?: number | null
  /** The width of the chart. */
  width: number
}

/** The values of a point. */
export function ChartTooltip({ tip, x, y, width }: ChartTipProps) {
  const { title, columns, rows } = tip
  const beside = besideOf(tip, x, width)
  const [place, outside] = useOutside(y ?? 0)
  const shown = beside ? rows : fewOf(rows)
  return (
    <div className="chart-tip" style={beside ?? outside} ref={place}>
      <table>
        {title && (
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {columns?.map((column) => (
                <th key={column} scope="col" className="quiet">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {shown.map(({ name, values, swatch, isPicked }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have one name
            <tr key={`${row} ${name}`} className={isPicked ? 'picked' : undefined}>
              <th scope="row">
                {swatch}
                <span>{name}</span>
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                <td key={at}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <span className="quiet">{NO_DATA}</span>}
      {shown.length < rows.length && <span className="quiet">and {rows.length - shown.length} more</span>}
    </div>
  )
}
