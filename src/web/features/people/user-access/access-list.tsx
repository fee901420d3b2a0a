import { ExternalLink } from 'lucide-react'
import type { AccessItem } from '#shared/features/people/user-access/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { AccessStateBadge } from './access-state-badge.tsx'
import { LastUseNote } from './last-use-note.tsx'
import { OWN_ACCESS } from './messages.ts'
import type { Revocation } from './use-revocation.ts'

/** The number of letters that stay with a link's icon when its address wraps. */
const TAIL = 4

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')

function System({ item: { avatar, operationName, operationId, url } }: { item: AccessItem }) {
  return (
    <div className="access-system row gap-12 shrinkable">
      {avatar === null ? (
        <span className="access-initials" aria-hidden="true">
          {initialsOf(operationName)}
        </span>
      ) : (
        <img src={avatar} alt="" width={28} height={28} />
      )}
      <div className="column break-words shrinkable">
        <strong className="medium">{operationName}</strong>
        <span className="meta">
          {url === null ? (
            operationId || '–'
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {operationId.slice(0, -TAIL)}
              <span className="nowrap">
                {operationId.slice(-TAIL)}{' '}
                <ExternalLink className="inline-icon" size={12} aria-hidden="true" />
              </span>
              <span className="visually-hidden"> opens in a new tab</span>
            </a>
          )}
        </span>
      </div>
    </div>
  )
}

interface RevokeButtonProps {
  item: AccessItem
  revocation: Revocation
  isOwn: boolean
}

/** Revokes the access, except for one's own account. */
function RevokeButton({ item, revocation, isOwn }: RevokeButtonProps) {
  const standing = revocation.standingOf(item)
  const looks = {
    size: 'small',
    danger: true,
    'aria-label': `Revoke access to ${item.operationName}`,
    children: 'Revoke',
  } as const
  if (isOwn) return <ReasonedButton {...looks} why={OWN_ACCESS} />
  return (
    <Button
      {...looks}
      disabled={standing === 'revoked' || revocation.isBusy}
      loading={standing === 'revoking'}
      onClick={() => revocation.revoke(item)}
    />
  )
}

interface AccessListProps {
  items: readonly AccessItem[]
  revocation: Revocation
  /** The access belongs to the current user. */
  isOwn: boolean
}

/** All connected systems with their findings, and a button to revoke the access. */
export function AccessList({ items, revocation, isOwn }: AccessListProps) {
  return (
    <ul className="access-list sheet" aria-label="Connected systems">
      {items.map((item) => {
        const standing = revocation.standingOf(item)
        const isRevoked = standing === 'revoked'
        const { operation, detail, active } = item
        const error = revocation.failureOf(item) ?? item.error
        return (
          <li key={operation} className={isRevoked ? 'revoked' : undefined} aria-disabled={isRevoked}>
            <System item={item} />
            <span
              className={
                error === null ? 'access-detail break-words' : 'access-detail break-words access-error'
              }
            >
              {error ?? detail}
              <LastUseNote use={item} />
            </span>
            <AccessStateBadge item={item} standing={standing} />
            <span className="text-right">
              {(active || error !== null || isRevoked) && (
                <RevokeButton item={item} revocation={revocation} isOwn={isOwn} />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
