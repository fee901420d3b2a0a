import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ScanFunction } from '#shared/features/operate/scan/contract.ts'
import { counted } from '#shared/format/count.ts'
import { answeredWords, calmWords, NIGHTLY, type Tally, wrongWords } from './messages.ts'
import type { ScanSearch } from './search.ts'
import type { Progress } from './use-scan.ts'

function tallyOf(functions: readonly ScanFunction[]): Tally {
  const having = (...statuses: ScanFunction['status'][]) =>
    functions.filter(({ status }) => statuses.includes(status)).length
  return {
    total: functions.length,
    broken: having('error'),
    warnings: having('warning'),
    answered: functions.filter(({ ran_at, status }) => ran_at !== null || status === 'error').length,
    mendable: functions.filter(({ items }) => items.some(({ fix }) => fix !== null)).length,
  }
}

interface ScanAnswerPanelProps {
  search: ScanSearch
  functions: readonly ScanFunction[]
  progress: Progress | null
}

/** A problem links to its rows only. */
function Wrong({ tally, search }: { tally: Tally; search: ScanSearch }) {
  return wrongWords(tally).map(({ status, words }, at) => (
    <Fragment key={status}>
      {at > 0 && ', '}
      <Link to={SCREENS.scan.path} search={{ ...search, status }} className={`scan-${status}`}>
        {words}
      </Link>
    </Fragment>
  ))
}

/** A one-line summary of the problems, and the progress of the scan. */
export function ScanAnswerPanel({ search, functions, progress }: ScanAnswerPanelProps) {
  const tally = tallyOf(functions)
  return (
    <div className="answer-line scan-answer mb-16">
      <p role="status">
        <strong className="answer-figure">
          {calmWords(tally) ?? <Wrong tally={tally} search={search} />}
        </strong>
        {answeredWords(tally)}
      </p>
      {progress === null ? (
        <p className="meta scan-nightly text-right self-end">{NIGHTLY}</p>
      ) : (
        <div className="scan-progress stack gap-4">
          <span>
            {progress.name}
            <span className="tabular">
              {counted(progress.done)} of {counted(progress.total)}
            </span>
          </span>
          <progress aria-label="Scan" value={progress.done} max={progress.total} />
        </div>
      )}
    </div>
  )
}
