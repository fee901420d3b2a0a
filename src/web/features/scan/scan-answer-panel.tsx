import type { ScanFunction } from '#shared/features/scan/contract.ts'
import { counted } from '#shared/format/count.ts'
import { answeredWords, answerWords, NIGHTLY, type Tally } from './messages.ts'
import type { Progress } from './use-scan.ts'

function tallyOf(functions: readonly ScanFunction[]): Tally {
  const having = (...statuses: ScanFunction['status'][]) =>
    functions.filter(({ status }) => statuses.includes(status)).length
  return {
    total: functions.length,
    broken: having('error'),
    warnings: having('warning'),
    answered: having('error', 'warning', 'success'),
    mendable: functions.filter(({ items }) => items.some(({ fix }) => fix !== null)).length,
  }
}

interface ScanAnswerPanelProps {
  functions: readonly ScanFunction[]
  progress: Progress | null
}

/** What is broken, in one line, and how far the scan is. */
export function ScanAnswerPanel({ functions, progress }: ScanAnswerPanelProps) {
  const tally = tallyOf(functions)
  return (
    <div className="answer-line scan-answer">
      <p role="status">
        <strong className="answer-figure">{answerWords(tally)}</strong>
        {answeredWords(tally)}
      </p>
      {progress === null ? (
        <p className="meta scan-nightly">{NIGHTLY}</p>
      ) : (
        <div className="scan-progress">
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
