import { Button } from 'antd'
import { ExternalLink } from 'lucide-react'
import type { AccessItem } from '#shared/features/user-access/contract.ts'
import { AccessStateBadge } from './access-state-badge.tsx'
import { LastUseNote } from './last-use-note.tsx'
import type { Revocation } from './use-revocation.ts'

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')

function System({ item: { avatar, operationName, operationId, url } }: { item: AccessItem }) {
  return (
    <div className="access-system">
      {avatar === null ? (
        <span className="access-initials" aria-hidden="true">
          {initialsOf(operationName)}
        </span>
      ) : (
        <img src={avatar} alt="" width={28} height={28} />
      )}
      <div>
        <strong>{operationName}</strong>
        <span className="meta">
          {url === null ? (
            operationId || '–'
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {operationId} <ExternalLink size={12} aria-hidden="true" />
              <span className="visually-hidden"> opens in a new tab</span>
            </a>
          )}
        </span>
      </div>
    </div>
  )
}

interface AccessListProps {
  items: readonly AccessItem[]
  revocation: Revocation
}

/** Every connected system with what was found there, and the way to close it. */
export function AccessList({ items, revocation }: AccessListProps) {
  return (
    <ul className="access-list sheet" aria-label="Connected systems">
      {items.map((item) => {
        const standing = revocation.standingOf(item)
        const isRevoked = standing === 'revoked'
        const { operation, operationName, error, detail, active } = item
        return (
          <li key={operation} className={isRevoked ? 'revoked' : undefined} aria-disabled={isRevoked}>
            <System item={item} />
            <span className={error === null ? 'access-detail' : 'access-detail access-error'}>
              {error ?? detail}
              <LastUseNote use={item} />
            </span>
            <AccessStateBadge item={item} standing={standing} />
            <span className="access-does">
              {(active || error !== null || isRevoked) && (
                <Button
                  size="small"
                  danger
                  disabled={isRevoked || revocation.isBusy}
                  loading={standing === 'revoking'}
                  aria-label={`Revoke the access to ${operationName}`}
                  onClick={() => revocation.revoke(item)}
                >
                  Revoke
                </Button>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
