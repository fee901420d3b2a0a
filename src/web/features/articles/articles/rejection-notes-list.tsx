import type { ReactNode } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { answererOf } from '#shared/features/articles/articles/rules.ts'
import type { UserName } from '#shared/features/ground/users/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'
import { NONE } from './messages.ts'

interface BubbleProps {
  user: UserName
  verb: string
  moment: string
  children: ReactNode
}

function Bubble({ user, verb, moment, children }: BubbleProps) {
  const isOwn = useUser()?.id === user.id
  return (
    <li className={isOwn ? 'bubble own' : 'bubble'}>
      <Avatar person={user} />
      <div>
        <div className="meta">
          <b>{isOwn ? 'You' : fullName(user)}</b> · {verb} <RelativeTime moment={moment} />
        </div>
        {children}
      </div>
    </li>
  )
}

const VERBS = { return: 'returned', reject: 'rejected' } as const

/** The reasons of QA and the replies of the requester, as a conversation. */
export function RejectionNotesList({ article }: { article: Pick<Article, 'returns' | 'user' | 'events'> }) {
  if (article.returns.length === 0) return <p className="quiet">{NONE}</p>
  return (
    <ul className="conversation column gap-12">
      {article.returns.flatMap((entry) => [
        <Bubble
          key={`${entry.article_return_id} reason`}
          user={entry.user}
          verb={VERBS[entry.kind]}
          moment={entry.created_at}
        >
          <p className="words">{entry.reason}</p>
        </Bubble>,
        entry.answered_at !== null && (
          <Bubble
            key={`${entry.article_return_id} reply`}
            user={answererOf(article, entry)}
            verb={entry.complement ? 'replied' : 'resubmitted without a comment'}
            moment={entry.answered_at}
          >
            {entry.complement && <p className="words">{entry.complement}</p>}
          </Bubble>
        ),
      ])}
    </ul>
  )
}
