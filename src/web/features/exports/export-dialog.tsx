import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportJob } from '#shared/features/exports/contract.ts'
import { download } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { EXPORT_FAILED, START, STATUS_WORDS, TOO_LONG } from './messages.ts'
import { exportQuery, isGivenUp } from './queries.ts'

const WIDTH = 480

interface ExportDialogProps {
  title: string
  /** What the file will hold. */
  about: string
  start: () => Promise<ExportJob | null>
  onClose: () => void
}

/** Prepares a file in the background and hands it over once it is there. */
export function ExportDialog({ title, about, start, onClose }: ExportDialogProps) {
  const [{ id, begunAt }, setBegun] = useState({ id: '', begunAt: 0 })
  const [isSaving, setSaving] = useState(false)
  const begin = useMutation({
    mutationFn: start,
    onSuccess: (job) => setBegun({ id: job?.exportId ?? '', begunAt: Date.now() }),
  })
  const { data: job, error, dataUpdatedAt } = useQuery(exportQuery(id, begunAt))
  const isLate = id !== '' && job?.status !== 'FINISHED' && isGivenUp(begunAt, dataUpdatedAt)
  const failure = begin.error?.message ?? error?.message ?? job?.error ?? (isLate ? TOO_LONG : undefined)
  const save = async ({ url, name }: ExportJob) => {
    if (url === null) return
    setSaving(true)
    await download(url)
      .then((file) => saveFile(file, name))
      .catch(handleError(EXPORT_FAILED))
    setSaving(false)
  }
  return (
    <Dialog
      open
      title={title}
      width={WIDTH}
      onClose={onClose}
      {...(id === '' ? { submitText: START, busy: begin.isPending, onSubmit: () => begin.mutate() } : {})}
    >
      <p>{about}</p>
      {failure && (
        <Alert kind="bad" title={EXPORT_FAILED}>
          {failure}{' '}
          {id !== '' && (
            <Button type="link" size="small" onClick={() => begin.mutate()}>
              Try again
            </Button>
          )}
        </Alert>
      )}
      {id !== '' && !failure && (
        <div role="status">
          <p>{STATUS_WORDS[job?.status ?? 'IDLE']}</p>
          {job?.status === 'FINISHED' ? (
            <Button
              type="primary"
              loading={isSaving}
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => void save(job)}
            >
              Download {job.name}
            </Button>
          ) : (
            <>
              <Progress percent={100} status="active" showInfo={false} />
              <p className="meta">It goes on when you close this; the file is kept for a day.</p>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
