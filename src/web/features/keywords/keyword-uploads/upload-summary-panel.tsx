import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { UploadSummary } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { LeftOutList } from './left-out-list.tsx'
import {
  addedWords,
  FILE_EMPTY,
  HEADING_ALONE,
  NOTHING_ADDED,
  NOTHING_TO_ADD,
  refusedWords,
  repeatedWords,
  wouldAddWords,
} from './messages.ts'
import { RefusalsPanel } from './refusals-panel.tsx'
import { UploadReadingPanel } from './upload-reading-panel.tsx'
import type { KeywordUpload } from './use-keyword-upload.ts'

interface UploadSummaryPanelProps {
  upload: KeywordUpload
  summary: UploadSummary
  /** Imports the previewed file. */
  onUpload: () => void
  onClear: () => void
}

/** Why the result is not a success; null if it is. */
function warningOf({ added, repeated, invalid, reading }: UploadSummary, isPreview: boolean): string | null {
  if (added > 0) return null
  if (repeated + invalid === 0) return reading === null ? FILE_EMPTY : HEADING_ALONE
  if (invalid === 0) return null
  return isPreview ? NOTHING_TO_ADD : NOTHING_ADDED
}

/** The numbers of added, repeated and refused keywords of a file, or of its preview. */
export function UploadSummaryPanel({ upload, summary, onUpload, onClear }: UploadSummaryPanelProps) {
  const isPreview = upload.kind === 'preview'
  const maySeeChanges = useMay(...SCREENS.changes.access)
  const warning = warningOf(summary, isPreview)
  const kind = warning !== null ? 'warn' : isPreview || summary.added === 0 ? 'note' : 'good'
  return (
    <div className="upload-result stack bounded gap-16 mb-16">
      <Alert kind={kind} title={upload.file.name}>
        {warning !== null && <p className="upload-warning">{warning}</p>}
        <ul className="upload-counts tabular">
          <li>{isPreview ? wouldAddWords(summary.added) : addedWords(summary.added)}</li>
          <li>{repeatedWords(summary.repeated)}</li>
          {summary.invalid > 0 && <li>{refusedWords(summary.invalid)}</li>}
        </ul>
        {!isPreview && summary.added > 0 && maySeeChanges && (
          <p className="upload-next cluster gap-6 row-gap-4">
            <Link to={SCREENS.changes.path} search={{ kind: 'uploads' }}>
              Undo it in {SCREENS.changes.title}
            </Link>
          </p>
        )}
        {isPreview && (
          <p className="upload-next cluster gap-6 row-gap-4">
            Nothing has been saved.
            <Button type="primary" size="small" disabled={summary.added === 0} onClick={onUpload}>
              Upload now
            </Button>
            <Button size="small" onClick={onClear}>
              Discard
            </Button>
          </p>
        )}
      </Alert>
      {isPreview && summary.reading !== null && <UploadReadingPanel reading={summary.reading} />}
      {summary.left_out.length > 0 && (
        <div className="sheet upload-sheet">
          <h2>Skipped</h2>
          <LeftOutList lines={summary.left_out} />
        </div>
      )}
      {summary.invalid > 0 && (
        <div className="sheet upload-sheet">
          <h2>{refusedWords(summary.invalid)}</h2>
          <RefusalsPanel summary={summary} />
        </div>
      )}
    </div>
  )
}
