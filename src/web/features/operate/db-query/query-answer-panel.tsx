import { Copy } from 'lucide-react'
import { useState } from 'react'
import { CONSOLE_LIMITS, type QueryRows } from '#shared/features/operate/db-query/contract.ts'
import { cutWords } from '#shared/features/operate/db-query/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { AnswerChart, chartOf } from './answer-chart.tsx'
import { AnswerTable } from './answer-table.tsx'
import { NO_ROWS } from './messages.ts'
import { ReportMenu } from './report-menu.tsx'

const tsvCell = (cell: string | null) => (cell ?? '').replace(/[\t\r\n]+/g, ' ')

/** The clipboard format that spreadsheets accept. */
const tsvOf = ({ columns, rows }: QueryRows) =>
  [columns.map(({ name }) => name), ...rows].map((row) => row.map(tsvCell).join('\t')).join('\n')

async function copy(answer: QueryRows) {
  try {
    await navigator.clipboard.writeText(tsvOf(answer))
    notify({ kind: 'success', title: `${countedIn(answer.rows.length, 'row')} copied` })
  } catch {
    notify({ kind: 'error', title: 'Clipboard access is blocked.' })
  }
}

interface QueryAnswerPanelProps {
  answer: QueryRows
  /** The executed statement. */
  statement: string
}

/** A query's result: as a table, as a chart if possible, and for copying and export. */
export function QueryAnswerPanel({ answer, statement }: QueryAnswerPanelProps) {
  const [look, setLook] = useState<'Table' | 'Chart'>('Table')
  const { rows, cut, milliseconds } = answer
  const chart = chartOf(answer)
  const shown = chart === null ? 'Table' : look
  return (
    <section className="console-answer" aria-label="Answer">
      <div className="console-answer-bar cluster gap-8">
        {chart && (
          <Segmented aria-label="Shown as" options={['Table', 'Chart']} value={look} onChange={setLook} />
        )}
        <p role="status">
          <strong>{countedIn(rows.length, 'row')}</strong> <span className="quiet">in {milliseconds} ms</span>
        </p>
        <Button type="text" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy(answer)}>
          Copy
        </Button>
        <ReportMenu statement={statement} />
      </div>
      {cut !== null && (
        <div className="console-cut">
          <Alert kind="warn">{cutWords(cut, rows.length, CONSOLE_LIMITS)}</Alert>
        </div>
      )}
      {rows.length === 0 && cut === null ? (
        <Empty text={NO_ROWS} />
      ) : shown === 'Chart' && chart ? (
        <AnswerChart chart={chart} />
      ) : (
        <AnswerTable key={statement} answer={answer} />
      )}
    </section>
  )
}
