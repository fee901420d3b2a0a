import type { UploadReading } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { COLUMN_NAMES, HEADING_NOT_TAKEN, HEADING_TAKEN } from './messages.ts'
import { UploadRowsTable } from './upload-rows-table.tsx'

/** Column 2, “Keyword”; without a heading only the number. */
function columnWords({ column, text }: UploadReading['columns'][number], hasHeading: boolean): string {
  return hasHeading && text !== '' ? `column ${column}, “${text}”` : `column ${column}`
}

/** How a file was parsed: its columns, its first line, and its first keywords. */
export function UploadReadingPanel({ reading }: { reading: UploadReading }) {
  const { has_heading: hasHeading, columns } = reading
  const read = columns.flatMap((column) =>
    column.reads === null ? [] : [{ ...column, reads: column.reads }],
  )
  const others = columns.filter((column) => column.reads === null)
  return (
    <div className="sheet upload-sheet">
      <h2>How we read it</h2>
      <p>{hasHeading ? HEADING_TAKEN : HEADING_NOT_TAKEN}</p>
      <ul className="upload-counts">
        {read.map((column) => (
          <li key={column.column}>
            {COLUMN_NAMES[column.reads]}: {columnWords(column, hasHeading)}
          </li>
        ))}
        {others.length > 0 && (
          <li>Not read: {others.map((column) => columnWords(column, hasHeading)).join('; ')}</li>
        )}
      </ul>
      <UploadRowsTable reading={reading} />
    </div>
  )
}
