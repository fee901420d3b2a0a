import type { MarketUsage } from '#shared/features/opportunities/contract.ts'
import { counted } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'

interface UsageNoteProps {
  usage: MarketUsage | undefined
  /** When what is shown was said. */
  asOf?: string | undefined
}

/** The market that no provider serves: it takes files. */
export const BUILT_IN = 'built-in'

/** Who says so, how often they were asked, and how old it is. */
export function UsageNote({ usage, asOf }: UsageNoteProps) {
  // The sample says so in the header of every page.
  if (!usage?.is_connected || usage.source === BUILT_IN) return null
  const { source, calls } = usage
  return (
    <span className="meta">
      {source}
      {calls && (
        <>
          : {counted(calls.today)} of {counted(calls.ceiling)} calls today
          {calls.own && (
            <>
              {' '}
              ({counted(calls.own.today)} of your {counted(calls.own.most)})
            </>
          )}
          , {counted(calls.month)} this month; results are cached for {calls.kept_hours} hours
        </>
      )}
      {asOf && (
        <>
          {' '}
          · from <RelativeTime moment={asOf} />
        </>
      )}
    </span>
  )
}
