import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Checkbox, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Page } from '#web/ui/page.tsx'
import { refreshKeywords } from '../keywords/queries.ts'
import { FileDropPanel } from './file-drop-panel.tsx'
import { UPLOAD_FAILED } from './messages.ts'
import { UploadSummaryPanel } from './upload-summary-panel.tsx'
import { useKeywordUpload } from './use-keyword-upload.ts'

/** CSV Upload: a file goes up as soon as it is chosen. */
export function UploadKeywordsScreen() {
  const { upload, isBusy, start, clear } = useKeywordUpload()
  const [isPreviewed, setPreviewed] = useState(false)
  const maySee = useMay('ViewKeywords')
  const queries = useQueryClient()
  const isWritten = upload?.kind === 'upload' && upload.summary !== null
  useEffect(() => {
    if (isWritten) void refreshKeywords(queries)
  }, [isWritten, queries])
  return (
    <Page
      title={SCREENS.uploadKeywords.title}
      narrow
      actions={
        maySee && (
          <Link to={SCREENS.keywords.path} className="btn">
            {SCREENS.keywords.title}
          </Link>
        )
      }
    >
      <div className="sheet upload-sheet">
        <p>
          A CSV file with a column <code>keyword</code>, or one keyword per line. Columns <code>tags</code>,{' '}
          <code>sites</code> and <code>tracked</code> are read, too. Keywords that we have already are counted
          and left as they are.
        </p>
        <FileDropPanel
          isBusy={isBusy}
          onFile={(file) => void start(file, isPreviewed ? 'preview' : 'upload')}
        />
        <Checkbox checked={isPreviewed} onChange={(event) => setPreviewed(event.target.checked)}>
          Preview first: say what would be added, repeated and refused before anything is written
        </Checkbox>
      </div>
      {upload && isBusy && (
        <div className="sheet upload-sheet" role="status">
          <strong className="upload-name">{upload.file.name}</strong>
          <Progress
            percent={Math.round(upload.progress * 100)}
            status="active"
            showInfo={upload.progress < 1}
          />
          <p className="meta">
            {upload.progress < 1 ? 'Uploading …' : 'Reading the lines …'} You can leave this page and come
            back.
          </p>
        </div>
      )}
      {upload?.failure && (
        <Alert kind="bad" title={UPLOAD_FAILED}>
          {upload.failure} Nothing of “{upload.file.name}” was written.
        </Alert>
      )}
      {upload?.summary && (
        <UploadSummaryPanel
          upload={upload}
          summary={upload.summary}
          onUpload={() => void start(upload.file, 'upload')}
          onClear={clear}
        />
      )}
    </Page>
  )
}
