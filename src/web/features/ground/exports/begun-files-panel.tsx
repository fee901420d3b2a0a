import { useRef } from 'react'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { useRowHold } from '#web/ui/hold/use-row-hold.ts'
import { Button } from '#web/ui/input/button.tsx'
import { DownloadLink } from './download-link.tsx'
import { STATUS_WORDS } from './messages.ts'
import { useRepeatExport } from './queries.ts'
import { forgetBegun } from './use-begun.ts'
import { type BegunFile, useBegunFiles } from './use-begun-files.ts'
import './exports.css'

/** A file with its progress and actions. */
function BegunFileRow({ name, kind, begunAt, job }: BegunFile) {
  const repeat = useRepeatExport(name)
  const hasFailed = job.status === 'FAILED'
  return (
    <li data-row-key={name}>
      <div>
        <p>
          {kind}:{' '}
          <span className={hasFailed ? 'bad-text medium' : undefined}>{STATUS_WORDS[job.status]}</span>{' '}
          {job.error}
        </p>
        <p className="meta">
          Started <RelativeTime moment={new Date(begunAt).toISOString()} />
        </p>
      </div>
      {job.status === 'FINISHED' && <DownloadLink job={job} />}
      {hasFailed && (
        <Button
          aria-label={`Try again: ${kind}`}
          loading={repeat.isPending}
          onClick={() => repeat.mutate(job.exportId)}
        >
          Try again
        </Button>
      )}
      {(job.status === 'FINISHED' || hasFailed) && (
        <Button aria-label={`Dismiss ${kind}`} onClick={() => forgetBegun(name)}>
          Dismiss
        </Button>
      )}
    </li>
  )
}

/** Exports whose dialog was closed: a line each, with the file once it is ready. */
export function BegunFilesPanel() {
  const files = useBegunFiles()
  const list = useRef<HTMLUListElement>(null)
  const held = useRowHold(list, files)
  if (files.length === 0) return null
  return (
    <ul className="begun-files ruled" aria-label="Your files" ref={list} {...held}>
      {files.map((file) => (
        <BegunFileRow key={file.name} {...file} />
      ))}
    </ul>
  )
}
