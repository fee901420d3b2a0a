import type { UploadSummary } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { counted } from '#shared/format/count.ts'
import { Count } from '#web/ui/cells/count.tsx'

interface RefusalsPanelProps {
  summary: Pick<UploadSummary, 'errors' | 'invalid'>
  most?: number
}

/** The refused lines, each with the reason. */
export function RefusalsPanel({ summary: { errors, invalid }, most = errors.length }: RefusalsPanelProps) {
  const shown = errors.slice(0, most)
  const rest = invalid - shown.length
  return (
    <>
      <table className="upload-rows" aria-label="Refused lines">
        <thead>
          <tr>
            <th scope="col" className="short">
              Line
            </th>
            <th scope="col">Text</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, text, reason }) => (
            <tr key={line}>
              <td>
                <Count value={line} />
              </td>
              <td>{text}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="meta">and {counted(rest)} more</p>}
    </>
  )
}
