import type { WebhookState } from '#shared/features/operate/webhooks/rules.ts'
import { StatusBadge, type Tone } from '#web/ui/cells/status-badge.tsx'

const STATES: Readonly<Record<WebhookState, { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  silent: { label: 'Silent', tone: 'bad' },
  pending: { label: 'Waiting', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** The state of a board's webhook; `null` if it has none. */
export function WebhookBadge({ state }: { state: WebhookState | null }) {
  if (state === null) return <StatusBadge label="None" mark="hollow" />
  return <StatusBadge {...STATES[state]} />
}
