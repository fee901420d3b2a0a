import { Button } from 'antd'
import type { UploadSummary } from '#shared/features/keyword-uploads/contract.ts'
import { Alert } from '#web/ui/alert.tsx'
import { addedWords, refusedWords, repeatedWords, wouldAddWords } from './messages.ts'
import type { KeywordUpload } from './use-keyword-upload.ts'

interface UploadSummaryPanelProps {
  upload: KeywordUpload
  summary: UploadSummary
  /** Writes what was previewed. */
  onUpload: () => void
  onClear: () => void
}

function Refusals({ summary }: { summary: UploadSummary }) {
  const rest = summary.refused - summary.refusals.length
  return (
    <div className="sheet upload-sheet">
      <h2>{refusedWords(summary.refused)}</h2>
      <table className="refusals">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Text</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {summary.refusals.map(({ line, text, reason }) => (
            <tr key={line}>
              <td className="tabular">{line.toLocaleString('en-US')}</td>
              <td>{text}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="meta">and {rest.toLocaleString('en-US')} more</p>}
    </div>
  )
}

/** What a file has added, repeated and refused, or would. */
export function UploadSummaryPanel({ upload, summary, onUpload, onClear }: UploadSummaryPanelProps) {
  const isPreview = upload.kind === 'preview'
  return (
    <>
      <Alert kind={isPreview ? 'note' : 'good'} title={upload.file.name}>
        <ul className="upload-counts tabular">
          <li>{isPreview ? wouldAddWords(summary.added) : addedWords(summary.added)}</li>
          <li>{repeatedWords(summary.repeated)}</li>
          {summary.refused > 0 && <li>{refusedWords(summary.refused)}</li>}
        </ul>
        {isPreview && (
          <p className="upload-next">
            Nothing has been written.{' '}
            <Button type="primary" size="small" disabled={summary.added === 0} onClick={onUpload}>
              Upload now
            </Button>{' '}
            <Button size="small" onClick={onClear}>
              Discard
            </Button>
          </p>
        )}
      </Alert>
      {summary.refused > 0 && <Refusals summary={summary} />}
    </>
  )
}
