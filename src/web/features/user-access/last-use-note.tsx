import { RelativeTime } from '#web/ui/cells/moment.tsx'

interface LastUseNoteProps {
  use: { last_used_at: string | null; used_after_leaving: boolean }
}

/** When an account was used last, as far as its system says; amber where whoever has it had left by then. */
export function LastUseNote({ use: { last_used_at: at, used_after_leaving: isLate } }: LastUseNoteProps) {
  if (at === null) return null
  return (
    <span className={isLate ? 'access-used late' : 'access-used meta'}>
      Last used <RelativeTime moment={at} />
      {isLate && ', after leaving'}
    </span>
  )
}
