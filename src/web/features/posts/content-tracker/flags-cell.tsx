import { CalendarClock, Check, KeyRound, type LucideIcon, PackageX, TrendingDown, Unlink } from 'lucide-react'
import { flagRule, shortFlagLabel } from './messages.ts'

const LOOKS: Readonly<Record<string, { Icon: LucideIcon; tone: string }>> = {
  EARNINGS_DROP: { Icon: TrendingDown, tone: 'bad' },
  INVALID_ASIN: { Icon: Unlink, tone: 'bad' },
  OUT_OF_STOCK: { Icon: PackageX, tone: 'warn' },
  STALE_180D: { Icon: CalendarClock, tone: 'quiet' },
  NO_KEYWORD: { Icon: KeyRound, tone: 'note' },
  NONE: { Icon: Check, tone: 'good' },
}

/** The icon of a flag in its colour; none for an unknown flag. */
export function FlagIcon({ flag, size = 12 }: { flag: string; size?: number }) {
  const look = LOOKS[flag]
  return look ? <look.Icon size={size} aria-hidden="true" className={`tone-${look.tone}`} /> : null
}

function RestTag({ flags }: { flags: readonly string[] }) {
  const words = flags.map(shortFlagLabel).join(', ')
  return (
    <span className="flag quiet" title={words}>
      <span aria-hidden="true">+{flags.length}</span>
      <span className="visually-hidden">and {words}</span>
    </span>
  )
}

/** Further flags are counted, and named on hover. */
const MOST_SHOWN = 2

/** The flags of a post by label; unknown ones by their raw name. */
export function FlagsCell({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return <span className="quiet">–</span>
  return (
    <span className="flags inline-cluster align-stretch gap-4">
      {flags.slice(0, MOST_SHOWN).map((flag) => (
        <span key={flag} className={`flag ${LOOKS[flag]?.tone ?? 'quiet'}`} title={flagRule(flag)}>
          <FlagIcon flag={flag} />
          {shortFlagLabel(flag)}
        </span>
      ))}
      {flags.length > MOST_SHOWN && <RestTag flags={flags.slice(MOST_SHOWN)} />}
    </span>
  )
}
