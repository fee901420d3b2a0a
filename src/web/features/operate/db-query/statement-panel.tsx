import { Bookmark, Play, TextAlignStart, Workflow, X } from 'lucide-react'
import {
  CONSOLE_LIMITS,
  type ConsoleTable,
  type QueryError,
} from '#shared/features/operate/db-query/contract.ts'
import { counted } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { formatStatement } from '#web/ui/text/sql-layout.ts'
import { useSqlEditor } from './use-sql-editor.ts'

const { seconds, rows, bytes } = CONSOLE_LIMITS
const LIMITS = `one statement · ${seconds} s · ${counted(rows)} rows · ${bytes / 1024 / 1024} MB`

/** Asks for the execution plan without running the statement; an EXPLAIN statement stays as it is. */
const explained = (statement: string) =>
  /^\s*explain\b/i.test(statement) ? statement : `explain ${statement}`

interface StatementPanelProps {
  statement: string
  onChange: (statement: string) => void
  tables: readonly ConsoleTable[]
  /** The error of the current text. */
  error: QueryError | null
  isPending: boolean
  isOff: boolean
  onAsk: (statement: string) => void
  onCancel: () => void
  onSave: () => void
}

/** The editor of a query, with its actions. */
export function StatementPanel(props: StatementPanelProps) {
  const { statement, onChange, tables, error, isPending, isOff, onAsk, onCancel, onSave } = props
  const isEmpty = statement.trim() === ''
  const execute = () => {
    const asked = selected().trim() === '' ? statement : selected()
    if (asked.trim() !== '' && !isOff) onAsk(asked)
  }
  const { host, selected } = useSqlEditor({ value: statement, onChange, onExecute: execute, tables, error })
  return (
    <section className="card-box" aria-label="Query">
      <div className="console-bar cluster gap-8">
        {isPending ? (
          <Button icon={<X size={16} aria-hidden="true" />} onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button
            type="primary"
            icon={<Play size={16} aria-hidden="true" />}
            disabled={isEmpty || isOff}
            title="Ctrl+Enter. Runs the selection, if there is one."
            onClick={execute}
          >
            Execute
          </Button>
        )}
        <kbd className="console-key">Ctrl ↵</kbd>
        <Button
          type="text"
          className="console-format"
          icon={<TextAlignStart size={16} aria-hidden="true" />}
          disabled={isEmpty || isOff}
          title="One line per clause. Ctrl+Z to undo."
          onClick={() => onChange(formatStatement(statement))}
        >
          Format
        </Button>
        <Button
          type="text"
          icon={<Bookmark size={16} aria-hidden="true" />}
          disabled={isEmpty || isOff}
          onClick={onSave}
        >
          Save
        </Button>
        <Button
          type="text"
          className="console-explain"
          icon={<Workflow size={16} aria-hidden="true" />}
          disabled={isEmpty || isOff || isPending}
          title="Show PostgreSQL’s query plan"
          onClick={() => onAsk(explained(statement))}
        >
          Explain
        </Button>
        <p className="console-limits row gap-8 push">
          <span className="badge good">read-only</span> <span className="quiet">{LIMITS}</span>
        </p>
      </div>
      <div ref={host} className="console-editor" />
    </section>
  )
}
