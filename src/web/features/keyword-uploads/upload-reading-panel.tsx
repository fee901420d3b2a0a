import type { UploadReading } from '#shared/features/keyword-uploads/contract.ts'
import { HEADING_NOT_TAKEN, HEADING_TAKEN } from './messages.ts'

const OF: Readonly<Record<NonNullable<UploadReading['columns'][number]['reads']>, string>> = {
  keyword: 'Keyword',
  tags: 'Tags',
  sites: 'Sites',
  tracked: 'Tracked',
}

/** Column 2, “Keyword”; without a heading its number is all that there is to say. */
function columnWords({ column, text }: UploadReading['columns'][number], hasHeading: boolean): string {
  return hasHeading && text !== '' ? `column ${column}, “${text}”` : `column ${column}`
}

/** How a file was understood: its columns, its first line, and its first keywords as they are read. */
export function UploadReadingPanel({ reading }: { reading: UploadReading }) {
  const { has_heading: hasHeading, columns, rows } = reading
  const read = columns.flatMap((column) =>
    column.reads === null ? [] : [{ ...column, reads: column.reads }],
  )
  const others = columns.filter((column) => column.reads === null)
  const isRead = (column: 'tags' | 'sites' | 'tracked') => read.some(({ reads }) => reads === column)
  return (
    <div className="sheet upload-sheet">
      <h2>As it is read</h2>
      <p>{hasHeading ? HEADING_TAKEN : HEADING_NOT_TAKEN}</p>
      <ul className="upload-counts">
        {read.map((column) => (
          <li key={column.column}>
            {OF[column.reads]}: {columnWords(column, hasHeading)}
          </li>
        ))}
        {others.length > 0 && (
          <li>Not read: {others.map((column) => columnWords(column, hasHeading)).join('; ')}</li>
        )}
      </ul>
      {rows.length > 0 && (
        <table className="upload-rows" aria-label="First keywords">
          <thead>
            <tr>
              <th scope="col">Keyword</th>
              {isRead('tags') && <th scope="col">Tags</th>}
              {isRead('sites') && <th scope="col">Sites</th>}
              {isRead('tracked') && <th scope="col">Tracked</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ keyword, tags, sites, tracked }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same keyword may come twice, and nothing moves
              <tr key={index}>
                <td>{keyword}</td>
                {isRead('tags') && <td>{tags.join(', ')}</td>}
                {isRead('sites') && <td>{sites.join(', ')}</td>}
                {isRead('tracked') && <td>{tracked ? 'yes' : 'no'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
