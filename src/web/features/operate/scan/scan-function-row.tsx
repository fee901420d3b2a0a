import { CircleCheck, CircleDashed, CircleX, LoaderCircle, Play, TriangleAlert, Wrench } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ScanFunction } from '#shared/features/operate/scan/contract.ts'
import type { ScanFix } from '#shared/features/operate/scan/rules.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { scanStatusLabel } from './messages.ts'
import { ScanHistoryChart } from './scan-history-chart.tsx'
import { ScanItemList } from './scan-item-list.tsx'

const ICONS = {
  error: { Icon: CircleX, tone: 'bad' },
  processing: { Icon: LoaderCircle, tone: 'note' },
  success: { Icon: CircleCheck, tone: 'good' },
  warning: { Icon: TriangleAlert, tone: 'warn' },
  default: { Icon: CircleDashed, tone: 'quiet' },
} as const

/** The fixes for the problems found, without duplicates. */
const fixesOf = ({ items }: ScanFunction): ScanFix[] => [...new Set(items.flatMap(({ fix }) => fix ?? []))]

export interface FunctionActions {
  /** Nothing can be started while the whole scan runs. */
  isBusy: boolean
  onRun: (one: ScanFunction) => void
  onFix: (one: ScanFunction, fix: ScanFix) => void
}

function Buttons({ one, isBusy, onRun, onFix }: FunctionActions & { one: ScanFunction }) {
  const isRunning = one.status === 'processing'
  return (
    <span className="row align-stretch justify-end gap-4">
      {fixesOf(one).map((fix) => (
        <Button
          key={fix}
          size="small"
          icon={<Wrench size={14} aria-hidden="true" />}
          aria-label={`Auto-Fix ${one.name}`}
          disabled={isBusy || isRunning}
          onClick={() => onFix(one, fix)}
        >
          Auto-Fix
        </Button>
      ))}
      <Button
        size="small"
        type="text"
        icon={<Play size={14} aria-hidden="true" />}
        aria-label={`Run ${one.name}`}
        disabled={isBusy || isRunning}
        onClick={() => onRun(one)}
      >
        Run
      </Button>
    </span>
  )
}

interface ScanFunctionRowProps extends FunctionActions {
  one: ScanFunction
  /** The row is scrolled into view while it runs. */
  follows: boolean
}

/** A function with its results, their time, and its actions. */
export function ScanFunctionRow({ one, follows, ...actions }: ScanFunctionRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  const { status } = one
  const isRunning = status === 'processing'
  useEffect(() => {
    if (isRunning && follows) row.current?.scrollIntoView({ block: 'center' })
  }, [isRunning, follows])
  const { Icon, tone } = ICONS[status]
  return (
    <tr ref={row} className={`scan-function ${status}`} aria-busy={isRunning}>
      <td className="scan-icon">
        <Icon size={16} aria-hidden="true" className={`tone-${tone}`} />
      </td>
      <th scope="row">{one.name}</th>
      <td className="scan-status">
        <StatusBadge {...scanStatusLabel(one)} />
      </td>
      <td className="scan-value">
        {isRunning ? <span className="quiet">checking …</span> : <ScanItemList items={one.items} />}
      </td>
      <td className="scan-last">
        <ScanHistoryChart history={one.history} />
      </td>
      <td className="scan-when meta">
        {one.ran_at === null ? (
          '–'
        ) : (
          <span title={`By ${one.ran_by ?? 'schedule'}, in ${one.took} ms`}>
            <RelativeTime moment={one.ran_at} />
          </span>
        )}
      </td>
      <td className="scan-does">
        <Buttons one={one} {...actions} />
      </td>
    </tr>
  )
}
