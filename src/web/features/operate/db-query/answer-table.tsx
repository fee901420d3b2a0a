import { type CSSProperties, useState } from 'react'
import type { QueryRows } from '#shared/features/operate/db-query/contract.ts'
import { isNumeric } from '#shared/features/operate/db-query/rules.ts'
import { WidthHandle } from '#web/ui/input/width-handle.tsx'
import { Pager } from '#web/ui/list/pager.tsx'

const SIZE = 200
/** The limits of a column's width, in px. */
const [LEAST, MOST] = [56, 960]

const looksOf = (type: string, width: number | undefined) => ({
  className: isNumeric(type) ? 'number' : undefined,
  style:
    width === undefined ? undefined : ({ width, minWidth: width, maxWidth: width } satisfies CSSProperties),
})

interface HeadProps {
  column: QueryRows['columns'][number]
  /** The width set by the user; undefined for the automatic width. */
  width: number | undefined
  onWiden: (width: number) => void
}

function Head({ column: { name, type }, width, onWiden }: HeadProps) {
  return (
    <th scope="col" {...looksOf(type, width)}>
      {name}
      <span>{type}</span>
      <WidthHandle label={`Width of ${name}`} width={width} least={LEAST} most={MOST} onChange={onWiden} />
    </th>
  )
}

interface CellProps {
  value: string | null
  type: string | undefined
  width: number | undefined
}

/** A cell, cut off at the maximum width; the tooltip has all of it. */
function Cell({ value, type = '', width }: CellProps) {
  const looks = looksOf(type, width)
  return (
    <td {...looks} title={value !== null && value.length > 40 ? value : undefined}>
      {value ?? <em className="quiet">null</em>}
    </td>
  )
}

/** The rows of a result with pages; numbers are right-aligned. */
export function AnswerTable({ answer: { columns, rows } }: { answer: QueryRows }) {
  const [page, setPage] = useState(1)
  const [widths, setWidths] = useState<Readonly<Record<number, number>>>({})
  const widen = (place: number) => (width: number) => setWidths((all) => ({ ...all, [place]: width }))
  const from = (page - 1) * SIZE
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="console-rows" tabIndex={0} aria-label="Rows">
        <table>
          <thead>
            <tr>
              <th scope="col" className="console-place">
                <span className="visually-hidden">Row</span>
              </th>
              {columns.map((column, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <Head key={place} column={column} width={widths[place]} onWiden={widen(place)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(from, from + SIZE).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have nothing else
              <tr key={from + at}>
                <th scope="row" className="console-place">
                  {from + at + 1}
                </th>
                {row.map((value, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                  <Cell key={place} value={value} type={columns[place]?.type} width={widths[place]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pager current={page} size={SIZE} total={rows.length} onChange={setPage} />
    </div>
  )
}
