import { useNow } from '#web/ui/hooks/use-day.ts'
import { daysSince } from './messages.ts'

function Days({ since }: { since: string }) {
  return daysSince(since, useNow(since).getTime())
}

/** For how long a product has been in its state; kept up to date while it is on screen. */
export function SinceCell({ since }: { since: string | null }) {
  return <span className="quiet">{since === null ? '–' : <Days since={since} />}</span>
}
