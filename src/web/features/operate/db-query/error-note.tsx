import type { QueryError } from '#shared/features/operate/db-query/contract.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** The line and column of a position in a statement; both from 1. */
function lineAt(statement: string, position: number) {
  const before = Array.from(statement)
    .slice(0, position - 1)
    .join('')
  const lines = before.split('\n')
  return {
    number: lines.length,
    column: Array.from(lines.at(-1) ?? '').length + 1,
    text: statement.split('\n')[lines.length - 1] ?? '',
  }
}

function Place({ statement, position }: { statement: string; position: number }) {
  const { number, column, text } = lineAt(statement, position)
  const margin = `${number} | `
  return (
    <pre className="console-place-line">
      {margin}
      {text}
      {'\n'}
      {' '.repeat(margin.length + column - 1)}^
    </pre>
  )
}

interface ErrorNoteProps {
  error: QueryError
  /** The executed statement. */
  statement: string
}

/** PostgreSQL's error about a query, with its position. */
export function ErrorNote({ error: { message, position, hint }, statement }: ErrorNoteProps) {
  return (
    <div className="console-error">
      <Alert kind="bad" title={message}>
        {position !== undefined && <Place statement={statement} position={position} />}
        {hint !== undefined && <p>{hint}</p>}
        <p className="meta">Your query is kept.</p>
      </Alert>
    </div>
  )
}
