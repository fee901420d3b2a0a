import './assistants.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, Check, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ConnectRefusal } from '#shared/features/ground/assistants/rules.ts'
import { useUser } from '#web/api/session.ts'
import { AdminsNote } from '#web/features/ground/auth/admins-note.tsx'
import { useHeadingFocus } from '#web/ui/hooks/use-heading-focus.ts'
import { answeredWords, MESSAGES, onlyFrom, refusedWords } from './messages.ts'
import { assistantsQuery } from './queries.ts'

/** Which hosts may connect, and who can add one; only for signed-in users. */
function Allowed({ text }: { text: string }) {
  const { data } = useQuery(assistantsQuery)
  return (
    <>
      <p className="quiet">{data && data.hosts.length > 0 ? onlyFrom(data.hosts) : text}</p>
      <AdminsNote lead="Ask" tail=" to add it in Sign-in rules." />
    </>
  )
}

interface RefusedCardProps {
  why: ConnectRefusal
  host?: string | undefined
  name?: string | undefined
}

interface EndCardProps {
  Icon: LucideIcon
  title: string
  children: ReactNode
}

/** A request that the user has nothing more to do about. */
function EndCard({ Icon, title, children }: EndCardProps) {
  return (
    <section className="connect-card" aria-labelledby="end-title">
      <span className="connect-mark" aria-hidden="true">
        <Icon size={28} strokeWidth={1.5} />
      </span>
      <h1 id="end-title" {...useHeadingFocus()}>
        {title}
      </h1>
      {children}
      <Link to={SCREENS.profile.path} className="btn btn-primary btn-large">
        {MESSAGES.toProfile}
      </Link>
    </section>
  )
}

/** Why nothing was connected. */
export function RefusedCard({ why, host = '', name = '' }: RefusedCardProps) {
  const user = useUser()
  const { title, text } = refusedWords(why, { host, name })
  return (
    <EndCard Icon={why === 'expired' ? Clock : Ban} title={title}>
      {why === 'host' && user ? <Allowed text={text} /> : <p className="quiet">{text}</p>}
    </EndCard>
  )
}

/** What the user answered, once a program of their computer has the answer. */
export function AnsweredCard({ name, isAllowed }: { name: string; isAllowed: boolean }) {
  const { title, text } = answeredWords(name, isAllowed)
  return (
    <EndCard Icon={isAllowed ? Check : Ban} title={title}>
      <p className="quiet">{text}</p>
    </EndCard>
  )
}
