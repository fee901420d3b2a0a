import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Progress } from 'antd'
import { useEffect, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Page } from '#web/ui/page.tsx'
import { refreshKeywords } from '../keywords/queries.ts'
import { UPLOAD_FAILED } from './messages.ts'
import { UploadMappingPanel } from './upload-mapping-panel.tsx'
import { UploadStartPanel } from './upload-start-panel.tsx'
import { UploadSummaryPanel } from './upload-summary-panel.tsx'
import { useKeywordUpload } from './use-keyword-upload.ts'

/** CSV Upload: a file is uploaded as soon as it is chosen. */
export function UploadKeywordsScreen() {
  const { upload, isBusy, start, send, cutBy, choose, clear } = useKeywordUpload()
  const [isPreviewed, setPreviewed] = useState(false)
  const maySee = useMay('ViewKeywords')
  const queries = useQueryClient()
  const isWritten = upload?.kind === 'upload' && upload.summary !== null
  const asked = upload?.stage === 'asking' ? upload : null
  useEffect(() => {
    if (isWritten) void refreshKeywords(queries)
  }, [isWritten, queries])
  return (
    <Page
      title={SCREENS.uploadKeywords.title}
      narrow={asked === null}
      actions={
        maySee && (
          <Link to={SCREENS.keywords.path} className="btn">
            {SCREENS.keywords.title}
          </Link>
        )
      }
    >
      {asked === null && (
        <UploadStartPanel
          isBusy={isBusy}
          isPreviewed={isPreviewed}
          onPreviewed={setPreviewed}
          onFile={(file) => void start(file, isPreviewed ? 'preview' : 'upload')}
        />
      )}
      {upload && isBusy && (
        <div className="sheet upload-sheet" role="status">
          <strong className="break-words">{upload.file.name}</strong>
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
      {asked?.inspection && asked.choices && (
        <UploadMappingPanel
          file={asked.file}
          inspection={asked.inspection}
          choices={asked.choices}
          onChange={(choices) => choose(asked, choices)}
          onSeparator={(separator) => void cutBy(asked, separator)}
          onAdd={() => void send(asked, 'upload')}
          onClear={clear}
        />
      )}
      {upload?.summary && (
        <UploadSummaryPanel
          upload={upload}
          summary={upload.summary}
          onUpload={() => void send(upload, 'upload')}
          onClear={clear}
        />
      )}
    </Page>
  )
}
