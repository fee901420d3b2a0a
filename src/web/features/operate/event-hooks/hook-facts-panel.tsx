import type { EventHookDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { HOOK_HOURS, type SendFilter } from '#shared/features/operate/event-hooks/rules.ts'
import { counted } from '#shared/format/count.ts'
import { NearMoment } from '#web/ui/cells/moment.tsx'
import { type Fact, FactStrip } from '#web/ui/fact-strip.tsx'
import { useNow } from '#web/ui/hooks/use-day.ts'
import { HookHoursChart } from './hook-hours-chart.tsx'
import { briefly, waitedWords } from './messages.ts'

/** What waits is also what failed and is tried again, which no filter of the log has. */
const FILTERS = ['sent', 'failed'] as const
type FactKey = (typeof FILTERS)[number] | 'waiting' | 'response' | 'hours'

function factsOf(hook: EventHookDetails, now: Date): readonly Fact<FactKey>[] {
  const { sent, failed, waiting, hours, failing_since: since, oldest_waiting_at: oldest } = hook
  const { median_ms: median, slowest_ms: slowest } = hook
  return [
    {
      key: 'sent',
      label: 'Arrived, 24 hours',
      value: counted(sent),
      note: sent >= HOOK_HOURS && `${counted(Math.round(sent / HOOK_HOURS))} an hour`,
    },
    {
      key: 'failed',
      label: 'Failed, 24 hours',
      value: counted(failed),
      note: since !== null && (
        <>
          since <NearMoment moment={since} />
        </>
      ),
    },
    {
      key: 'waiting',
      label: 'Waiting',
      value: counted(waiting),
      note: oldest !== null && `oldest ${waitedWords(oldest, now)}`,
      isPlain: true,
    },
    {
      key: 'response',
      label: 'Median response',
      value: median === null ? '–' : briefly(median),
      note: slowest !== null && `slowest ${briefly(slowest)}`,
      isPlain: true,
    },
    { key: 'hours', label: 'Last 24 hours', value: <HookHoursChart hours={hours} />, isPlain: true },
  ]
}

interface HookFactsPanelProps {
  hook: EventHookDetails
  state: SendFilter | undefined
  onChange: (state: SendFilter | undefined) => void
}

/** The numbers of a hook; most of them filter its log. */
export function HookFactsPanel({ hook, state, onChange }: HookFactsPanelProps) {
  const now = useNow(hook.oldest_waiting_at ?? hook.created_at)
  const asFilter = (key: FactKey | undefined) => FILTERS.find((filter) => filter === key)
  return (
    <div className="hook-facts">
      <FactStrip<FactKey>
        label="Numbers of the last 24 hours"
        facts={factsOf(hook, now)}
        active={FILTERS.find((filter) => filter === state)}
        onChange={(key) => onChange(asFilter(key))}
      />
    </div>
  )
}
