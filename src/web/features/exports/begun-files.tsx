import { Button } from 'antd'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { DownloadButton } from './download-button.tsx'
import { STATUS_WORDS } from './messages.ts'
import { forgetBegun } from './use-begun.ts'
import { useBegunFiles } from './use-begun-files.ts'
import './begun-files.css'

/** What was begun and left: a line each, with the file where it is ready. */
export function BegunFiles() {
  const files = useBegunFiles()
  if (files.length === 0) return null
  return (
    <ul className="begun-files" aria-label="Your files">
      {files.map(({ kind, begunAt, job }) => (
        <li key={kind}>
          <div>
            <p>
              {kind}: {job.error ?? STATUS_WORDS[job.status]}
            </p>
            <p className="meta">
              Begun <RelativeTime moment={new Date(begunAt).toISOString()} />
            </p>
          </div>
          {job.status === 'FINISHED' && <DownloadButton job={job} />}
          {(job.status === 'FINISHED' || job.status === 'FAILED') && (
            <Button onClick={() => forgetBegun(kind)}>Dismiss</Button>
          )}
        </li>
      ))}
    </ul>
  )
}
