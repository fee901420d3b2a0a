import { Button } from 'antd'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { DownloadLink } from './download-link.tsx'
import { STATUS_WORDS } from './messages.ts'
import { forgetBegun } from './use-begun.ts'
import { useBegunFiles } from './use-begun-files.ts'
import './begun-files-panel.css'

/** What was begun and left: a line each, with the file where it is ready. */
export function BegunFilesPanel() {
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
          {job.status === 'FINISHED' && <DownloadLink job={job} />}
          {(job.status === 'FINISHED' || job.status === 'FAILED') && (
            <Button onClick={() => forgetBegun(kind)}>Dismiss</Button>
          )}
        </li>
      ))}
    </ul>
  )
}
