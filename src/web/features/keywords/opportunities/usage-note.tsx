import type { MarketUsage } from '#shared/features/keywords/opportunities/contract.ts'
import { counted } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'

interface UsageNoteProps {
  usage: MarketUsage | undefined
  /** The time of the shown data. */
  asOf?: string | undefined
}

/** The market without a provider, whose data is imported from files. */
export const BUILT_IN = 'built-in'

/** The provider, the number of calls, and the age of the data. */
export function UsageNote({ usage, asOf }: UsageNoteProps) {
  // In the sample, the header of every page says that the data is fictional.
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
