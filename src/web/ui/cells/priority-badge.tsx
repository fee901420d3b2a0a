import { StatusBadge, type Tone } from './status-badge.tsx'

const TONES: Readonly<Record<string, Tone>> = { High: 'good', Medium: 'warn' }

/**
 * The update level of a task, the same wherever a task is shown; the word repeats the meaning of the colour.
 */
export function PriorityBadge({ priority }: { priority: string | null }) {
  if (priority === null) return <span className="quiet">–</span>
  return <StatusBadge label={priority} tone={TONES[priority] ?? 'bad'} />
}
