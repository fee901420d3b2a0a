export type Tone = 'quiet' | 'note' | 'good' | 'warn' | 'bad' | 'accent'

interface StatusBadgeProps {
  label: string
  tone?: Tone
  /** A hollow dot says "not yet", a line through the word says "no longer". */
  mark?: 'solid' | 'hollow' | 'struck'
}

/** A state in a word; its dot and colour repeat what the word says. */
export function StatusBadge({ label, tone = 'quiet', mark = 'solid' }: StatusBadgeProps) {
  return <span className={`badge ${tone} ${mark}`}>{label}</span>
}
