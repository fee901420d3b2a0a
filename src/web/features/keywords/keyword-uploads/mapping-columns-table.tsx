import { ArrowRight } from 'lucide-react'
import { useId, useState } from 'react'
import {
  UPLOAD_COLUMNS,
  type UploadColumn,
  type UploadInspection,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { COLUMN_NAMES, NOT_IMPORTED } from './messages.ts'
import { type ColumnChoices, withColumn } from './use-column-choices.ts'

interface MappingColumnsTableProps {
  inspection: UploadInspection
  choices: ColumnChoices
  onChange: (choices: ColumnChoices) => void
}

/** The number of unmapped columns shown at first. */
const SHOWN = 8
const NONE = 'none'
const OPTIONS = [
  ...UPLOAD_COLUMNS.map((column) => ({ value: column as string, label: COLUMN_NAMES[column] })),
  { value: NONE, label: NOT_IMPORTED },
]

const chosen = (value: string): UploadColumn | null =>
  UPLOAD_COLUMNS.find((column) => column === value) ?? null

/** All columns of a file: heading, first values, and target. */
export function MappingColumnsTable({ inspection, choices, onChange }: MappingColumnsTableProps) {
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const { columns, lines } = inspection
  const values = choices.hasHeading ? lines.slice(1) : lines.slice(0, 5)
  const shown = columns.filter((_, index) => isWhole || index < SHOWN || choices.reads[index] !== null)
  const rest = columns.length - shown.length
  return (
    <div className="sheet mapping-sheet">
      <table className="mapping-columns" aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">Column in the file</th>
            <th scope="col">First values</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ column, reads: recognised }) => {
            const index = column - 1
            const heading = choices.hasHeading ? (lines[0]?.cells[index] ?? '') : ''
            const name = heading === '' ? `Column ${column}` : heading
            const reads = choices.reads[index] ?? null
            return (
              <tr key={column} className={reads === null ? 'ignored' : ''}>
                <th scope="row">
                  <span className="break-words">{name}</span>
                  {recognised !== null && recognised === reads && (
                    <span className="mapping-known">recognised</span>
                  )}
                </th>
                <td className="mapping-values ellipsis small quiet">
                  {values
                    .map(({ cells }) => cells[index] ?? '')
                    .filter((cell) => cell !== '')
                    .join(' · ')}
                </td>
                <td className="mapping-choice">
                  <div className="row gap-12">
                    <ArrowRight size={14} aria-hidden="true" className="quiet no-shrink" />
                    <Select<string>
                      id={`${id}-${column}`}
                      aria-label={`${name} becomes`}
                      value={reads ?? NONE}
                      options={OPTIONS}
                      onChange={(value) => onChange(withColumn(choices, index, chosen(value)))}
                    />
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rest > 0 && (
        <Button type="text" className="mapping-more" onClick={() => setWhole(true)}>
          Show {rest} more {rest === 1 ? 'column' : 'columns'}
        </Button>
      )}
    </div>
  )
}
