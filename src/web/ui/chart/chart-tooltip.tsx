import type { ReactNode } from 'react'

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
/** A tip that would cover more than this share of the chart is below it. */
const MOST_COVERED = 0.7

/** The estimated width of a tip without line breaks, in px. */
function widthOf({ title = '', columns = [''], rows }: Tip): number {
  const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length)) * LETTER
  const names = longest([title, ...rows.map(({ name }) => name)])
  const values = columns.map((head, at) => GAP + longest([head, ...rows.map((row) => row.values[at] ?? '')]))
  return AROUND + names + values.reduce((sum, width) => sum + width, 0)
}

/** Beside the point; if there is no room, at the other edge of the chart; on a small chart, below it. */
function placeOf(tip: Tip, x: number, width: number) {
  const isLeft = x > width / 2
  const needed = widthOf(tip)
  if (needed <= (isLeft ? x : width - x) - APART)
    return isLeft ? { right: width - x + APART } : { left: x + APART }
  if (needed <= width * MOST_COVERED) return isLeft ? { left: 0 } : { right: 0 }
  return { top: '100%', left: 0, right: 0 }
}

interface ChartTipProps {
  tip: Tip
  /** The position of the point in the chart, in px. */
  x: number
  /** The width of the chart. */
  width: number
}

/** The values of a point. */
export function ChartTooltip({ tip, x, width }: ChartTipProps) {
  const { title, columns, rows } = tip
  return (
    <div className="chart-tip" style={placeOf(tip, x, width)}>
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
          {rows.map(({ name, values, swatch, isPicked }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have one name
            <tr key={`${place} ${name}`} className={isPicked ? 'picked' : undefined}>
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
    </div>
  )
}
