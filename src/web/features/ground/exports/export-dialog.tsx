import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useEffect } from 'react'
import type { ExportJob } from '#shared/features/ground/exports/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DownloadLink } from './download-link.tsx'
import { EXPORT_FAILED, START, START_ANEW, STATUS_WORDS, TOO_LONG } from './messages.ts'
import { exportQuery, isGivenUp } from './queries.ts'
import { useBegun } from './use-begun.ts'
import './exports.css'

const WIDTH = 480

interface ExportDialogProps {
  title: string
  /** The contents of the file. */
  about: string
  /** The request; each request has a file of its own. */
  request: unknown
  start: () => Promise<ExportJob | null>
  onClose: () => void
}

interface BegunFileProps {
  job: ExportJob | null | undefined
  /** In milliseconds since 1970. */
  begunAt: number
  isBusy: boolean
  onAnew: () => void
}

/** The progress of a file, and its download link once it is ready. */
function BegunFile({ job, begunAt, isBusy, onAnew }: BegunFileProps) {
  return (
    <div role="status">
      <p>
        {STATUS_WORDS[job?.status ?? 'IDLE']}{' '}
        <span className="quiet">
          Started <RelativeTime moment={new Date(begunAt).toISOString()} />.
        </span>
      </p>
      {job?.status === 'FINISHED' ? (
        <span className="file-choices cluster align-stretch gap-8">
          <DownloadLink job={job} />
          <Button loading={isBusy} onClick={onAnew}>
            {START_ANEW}
          </Button>
        </span>
      ) : (
        <>
          <Progress percent={100} status="active" showInfo={false} />
          <p className="meta">
            You can close this; it keeps going. We’ll notify you when it’s ready. It’s kept here for a day.
          </p>
        </>
      )}
    </div>
  )
}

/** Prepares a file in the background and offers it for download. */
export function ExportDialog({ title, about, request, start, onClose }: ExportDialogProps) {
  const { begun, remember, forget } = useBegun(title, request)
  const { id, begunAt } = begun
  const begin = useMutation({
    mutationFn: start,
    onSuccess: (job) => (job ? remember(job.exportId) : undefined),
  })
  const { data: job, error, dataUpdatedAt } = useQuery(exportQuery(id, begunAt))
  // The file belongs to another user or was deleted by the server.
  const isGone = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (isGone) forget()
  })
  const isLate = id !== '' && job?.status !== 'FINISHED' && isGivenUp(begunAt, dataUpdatedAt)
  const failure = begin.error?.message ?? error?.message ?? job?.error ?? (isLate ? TOO_LONG : undefined)
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
        <BegunFile job={job} begunAt={begunAt} isBusy={begin.isPending} onAnew={() => begin.mutate()} />
      )}
    </Dialog>
  )
}
