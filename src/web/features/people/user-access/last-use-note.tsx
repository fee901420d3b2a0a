import { RelativeTime } from '#web/ui/cells/moment.tsx'

interface LastUseNoteProps {
  use: { last_used_at: string | null; used_after_leaving: boolean }
}

/** When an account was last used, according to its system; amber if its owner had already left. */
export function LastUseNote({ use: { last_used_at: at, used_after_leaving: isLate } }: LastUseNoteProps) {
  if (at === null) return null
  return (
    <span className={isLate ? 'access-used block late' : 'access-used block meta'}>
      Last used <RelativeTime moment={at} />
      {isLate && ', after leaving'}
    </span>
  )
}
