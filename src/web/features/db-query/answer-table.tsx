import { useState } from 'react'
import type { QueryRows } from '#shared/features/db-query/contract.ts'
import { isNumeric } from '#shared/features/db-query/rules.ts'
import { Pager } from '#web/ui/list/pager.tsx'

const SIZE = 200

/** As wide as a cell may be before it is cut; all of it stands in its title. */
function Cell({ value, isNumber }: { value: string | null; isNumber: boolean }) {
  if (value === null)
    return (
      <td>
        <em className="quiet">null</em>
      </td>
    )
  return (
    <td className={isNumber ? 'number' : undefined} title={value.length > 40 ? value : undefined}>
      {value}
    </td>
  )
}

/** An answer's rows, a page of them at a time, numbers at the right. */
export function AnswerTable({ answer: { columns, rows } }: { answer: QueryRows }) {
  const [page, setPage] = useState(1)
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
              {columns.map(({ name, type }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <th key={place} scope="col" className={isNumeric(type) ? 'number' : undefined}>
                  {name}
                  <span>{type}</span>
                </th>
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
                  <Cell key={place} value={value} isNumber={isNumeric(columns[place]?.type ?? '')} />
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
