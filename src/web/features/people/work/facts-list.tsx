import { Link } from '@tanstack/react-router'
import { CircleCheck, Clock, FilePenLine, Globe, type LucideIcon, Undo2 } from 'lucide-react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { counted } from '#shared/format/count.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { FACTS } from './messages.ts'

type FactStatus = (typeof FACTS)[number]['status']

const ICONS: Readonly<Record<FactStatus, { Icon: LucideIcon; tone: string }>> = {
  returned: { Icon: Undo2, tone: 'warn' },
  draft: { Icon: FilePenLine, tone: 'quiet' },
  requested: { Icon: Clock, tone: 'note' },
  approved: { Icon: CircleCheck, tone: 'good' },
  published: { Icon: Globe, tone: 'accent' },
}

interface FactsListProps {
  userId: number
  /** Undefined until loaded. */
  statuses: readonly { status: string; count: number }[] | undefined
}

/** The numbers of the user's articles by status, as links to the articles. */
export function FactsList({ userId, statuses }: FactsListProps) {
  const mayList = mayOpen(SCREENS.articles.access, visitorOf(useUser()))
  return (
    <ul
      className="work-facts row align-stretch"
      aria-label="Your articles"
      aria-busy={statuses === undefined}
    >
      {FACTS.map(({ status, label, note }) => {
        const { Icon, tone } = ICONS[status]
        const count = statuses?.find((one) => one.status === status)?.count ?? 0
        const words = (
          <>
            <span className="inline-row gap-6 meta">
              <Icon size={14} aria-hidden="true" className={`tone-${tone}`} />
              {label}
            </span>
            <b>{statuses ? counted(count) : '…'}</b>
            <span className="meta">{count === 0 ? 'none' : note}</span>
          </>
        )
        return (
          <li key={status}>
            {mayList && count > 0 ? (
              <Link
                to={SCREENS.articles.path}
                search={{ users: [userId], status: [status] }}
                className="work-fact stack"
              >
                {words}
              </Link>
            ) : (
              <div className="work-fact stack">{words}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
