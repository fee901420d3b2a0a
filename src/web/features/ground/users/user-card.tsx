import type { User } from '#shared/features/ground/users/contract.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'
import { ActiveBadge } from './active-badge.tsx'
import { MESSAGES, nameOf } from './messages.ts'
import { RoleBadge } from './role-badge.tsx'

/** The main data of a user. */
export function UserCard({ user }: { user: User }) {
  return (
    <article className="person-head row gap-16 mb-16" aria-label={nameOf(user)}>
      <Avatar person={user} size={48} />
      <div className="shrinkable">
        <div className="cluster gap-12 row-gap-4">
          <h2>{nameOf(user)}</h2>
          <ActiveBadge active={user.active} />
        </div>
        <dl className="person-facts cluster align-stretch gap-20 row-gap-2">
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${user.username}`}>{user.username}</a>
            </dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>
              <RoleBadge role={user.role} />
            </dd>
          </div>
          <div>
            <dt>Sign-ins</dt>
            <dd>
              <Count value={user.sign_in_count} />
            </dd>
          </div>
          <div>
            <dt>Last sign in</dt>
            <dd>
              {user.last_sign_in_at ? <Moment moment={user.last_sign_in_at} /> : MESSAGES.neverSignedIn}
            </dd>
          </div>
          <div>
            <dt className="visually-hidden">Articles</dt>
            <dd className="quiet">{MESSAGES.articlesCount}</dd>
          </div>
        </dl>
      </div>
    </article>
  )
}
