import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Checkbox, Progress } from 'antd'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Page } from '#web/ui/page.tsx'
import { refreshKeywords } from '../keywords/queries.ts'
import { UPLOAD_FAILED } from './messages.ts'
import { UploadSummaryPanel } from './upload-summary-panel.tsx'
import { useKeywordUpload } from './use-keyword-upload.ts'

/** CSV Upload: a file goes up as soon as it is chosen. */
export function UploadKeywordsScreen() {
  const { upload, isBusy, start, clear } = useKeywordUpload()
  const [isPreviewed, setPreviewed] = useState(false)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const maySee = useMay('ViewKeywords')
  const queries = useQueryClient()
  const isWritten = upload?.kind === 'upload' && upload.summary !== null
  useEffect(() => {
    if (isWritten) void refreshKeywords(queries)
  }, [isWritten, queries])
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !isBusy) void start(file, isPreviewed ? 'preview' : 'upload')
    if (input.current) input.current.value = ''
  }
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a target for dropping; the button inside does the same */}
        <div
          className={isOver ? 'drop-zone over' : 'drop-zone'}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
        >
          <FileUp size={24} aria-hidden="true" className="quiet" />
          <Button type="primary" disabled={isBusy} onClick={() => input.current?.click()}>
            Choose a CSV file
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv"
            aria-label="CSV file"
            className="visually-hidden"
            tabIndex={-1}
            onChange={(event) => take(event.target.files)}
          />
          <p className="meta">or drop it here; it is uploaded at once</p>
        </div>
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
