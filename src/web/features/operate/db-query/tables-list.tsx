import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { ConsoleTable } from '#shared/features/operate/db-query/contract.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { FAILURES, LEFT_OUT, NO_SUCH_TABLE } from './messages.ts'
import { consoleQuery } from './queries.ts'

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Tables whose name or column names contain the words. */
function tablesWith(tables: readonly ConsoleTable[], words: string): readonly ConsoleTable[] {
  const wanted = words.toLowerCase()
  return tables.filter(({ name, columns }) =>
    [name, ...columns.map((column) => column.name)].some((each) => each.includes(wanted)),
  )
}

interface TableEntryProps {
  table: ConsoleTable
  isOpen: boolean
  onLook: (name: string) => void
}

function TableEntry({ table: { name, meaning, rows, columns }, isOpen, onLook }: TableEntryProps) {
  return (
    <li>
      <details open={isOpen}>
        <summary title={meaning}>
          <ChevronRight size={14} aria-hidden="true" className="console-fold" />
          <Table2 size={14} aria-hidden="true" />
          <span>{name}</span>
          {rows !== null && (
            <span className="meta" title="Approximate number of rows">
              ≈ {SHORT.format(rows)}
            </span>
          )}
        </summary>
        <p className="meta">{meaning}</p>
        <ul>
          {columns.map((column) => (
            <li key={column.name} title={column.meaning}>
              <code>{column.name}</code>
              <span className="meta">{column.type}</span>
              <span className="meta whole-line">{column.meaning}</span>
            </li>
          ))}
        </ul>
        <Button type="link" size="small" onClick={() => onLook(name)}>
          First rows of {name}
        </Button>
      </details>
    </li>
  )
}

/** The tables that can be queried. */
export function TablesList({ onLook }: { onLook: (name: string) => void }) {
  const { data, error, refetch } = useQuery(consoleQuery)
  const [words, setWords] = useState('')
  if (error) return <Failed title={FAILURES.console} message={error.message} onRetry={() => void refetch()} />
  const found = tablesWith(data?.tables ?? [], words)
  return (
    <>
      <SearchBox label="Table or column" value={words} onSearch={setWords} pause={0} />
      <ul className="console-tables">
        {found.map((table) => (
          <TableEntry key={table.name} table={table} isOpen={found.length === 1} onLook={onLook} />
        ))}
      </ul>
      {data && found.length === 0 && <p className="meta">{NO_SUCH_TABLE}</p>}
      <p className="meta">{LEFT_OUT}</p>
    </>
  )
}
