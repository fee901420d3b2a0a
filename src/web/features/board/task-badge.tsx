import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx'

const TONES: Readonly<Record<string, Tone>> = { High: 'bad', Medium: 'warn', Low: 'quiet' }

/** How urgently a task wants to be done. */
export function TaskBadge({ priority }: { priority: string }) {
  return <StatusBadge label={priority} tone={TONES[priority] ?? 'note'} />
}
