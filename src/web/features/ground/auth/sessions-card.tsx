import { useQuery } from '@tanstack/react-query'
import { Laptop, type LucideIcon, Monitor, Smartphone, Tablet, Terminal } from 'lucide-react'
import { useRef } from 'react'
import type { OpenSession } from '#shared/features/ground/auth/contract.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Moment, RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { useRowHold } from '#web/ui/hold/use-row-hold.ts'
import { Button } from '#web/ui/input/button.tsx'
import { METHOD_LABELS, UNKNOWN_DEVICE } from './messages.ts'

const ICONS: Readonly<Record<NonNullable<OpenSession['device']>['kind'], LucideIcon>> = {
  computer: Monitor,
  tablet: Tablet,
  phone: Smartphone,
  program: Terminal,
}

interface SessionsCardProps {
  sessions: readonly OpenSession[]
  /** Ends one session; undefined if they can only be ended together. */
  onEnd?: (session: OpenSession) => void
  /** The session that is being ended. */
  ending?: number | null
  /** The label of the session that shows this page. */
  current: string
}

/** A user's sessions, the current one first. */
export function SessionsCard({ sessions, onEnd, ending, current }: SessionsCardProps) {
  const { data: health } = useQuery(healthQuery)
  const labels = { ...METHOD_LABELS, provider: health?.provider?.label ?? METHOD_LABELS.provider }
  const inOrder = sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
  const list = useRef<HTMLUListElement>(null)
  const held = useRowHold(list, sessions)
  return (
    <ul className="sessions" ref={list} {...held}>
      {inOrder.map((session) => {
        const { id, device, address, method, is_current: isCurrent } = session
        const Icon = device ? ICONS[device.kind] : Laptop
        const name = device?.name ?? UNKNOWN_DEVICE
        return (
          <li key={id} data-row-key={id}>
            <Icon size={18} aria-hidden="true" className="quiet" />
            <div>
              <p>
                <b className="medium">{name}</b> {isCurrent && <StatusBadge label={current} tone="good" />}
              </p>
              <p className="meta">
                {method && `${labels[method]} · `}
                {address !== null && (
                  <>
                    <span className="tabular">{address}</span> ·{' '}
                  </>
                )}
                since <Moment moment={session.begun_at} /> ·{' '}
                {isCurrent ? (
                  'in use now'
                ) : (
                  <>
                    last seen <RelativeTime moment={session.last_seen_at} />
                  </>
                )}
              </p>
            </div>
            {onEnd && !isCurrent && (
              <Button
                size="small"
                aria-label={`Sign out of ${name}`}
                loading={ending === id}
                onClick={() => onEnd(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
