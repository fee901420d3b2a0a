import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { grantsOf } from '#shared/access/roles.ts'
import { SCREENS } from '#shared/access/screens.ts'
import type { ServiceAccount } from '#shared/features/ground/service-accounts/contract.ts'
import { useMay } from '#web/api/session.ts'
import { PersonAuditPanel } from '#web/features/ground/audit/person-audit-panel.tsx'
import { grantedOf, PermissionsCard } from '#web/features/ground/auth/permissions-card.tsx'
import type { TokenAccount } from '#web/features/ground/tokens/messages.ts'
import { TokensPanel } from '#web/features/ground/tokens/tokens-panel.tsx'
import { ActiveBadge } from '#web/features/ground/users/active-badge.tsx'
import { RoleBadge } from '#web/features/ground/users/role-badge.tsx'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { MESSAGES } from './messages.ts'
import { ServiceMark } from './service-mark-badge.tsx'

const HandOverDialog = onDemand(() =>
  import('./hand-over-dialog.tsx').then(({ HandOverDialog }) => HandOverDialog),
)

interface PartProps {
  account: ServiceAccount
}

function OwnerLink({ account: { owner } }: PartProps) {
  return (
    <>
      <Link to={SCREENS.userDetails.path} params={{ id: String(owner.id) }}>
        {owner.name}
      </Link>
      {!owner.active && <span className="bad-text">, locked</span>}
    </>
  )
}

function Head({ account }: PartProps) {
  const { name, active, role, created_by: maker, created_at: made, purpose } = account
  return (
    <article className="person-head row gap-16 mb-16" aria-label={name}>
      <ServiceMark size={48} />
      <div className="shrinkable">
        <div className="cluster gap-12 row-gap-4">
          <h2>{name}</h2>
          <ActiveBadge active={active ? 1 : 0} />
          <span className="tag">Service account</span>
        </div>
        <dl className="person-facts cluster align-stretch gap-20 row-gap-2">
          <div>
            <dt>Role</dt>
            <dd>
              <RoleBadge role={role} />
            </dd>
          </div>
          <div>
            <dt>Owner</dt>
            <dd>
              <OwnerLink account={account} />
            </dd>
          </div>
          <div>
            <dt>Made</dt>
            <dd>
              {maker && `by ${maker.name}, `}
              <MomentDay moment={made} />
            </dd>
          </div>
          {purpose !== '' && (
            <div>
              <dt className="visually-hidden">What it does</dt>
              <dd className="quiet">{purpose}</dd>
            </div>
          )}
        </dl>
      </div>
    </article>
  )
}

function OwnerCard({ account }: PartProps) {
  const mayChange = useMay('UpdateUser')
  const [isHandingOver, setHandingOver] = useState(false)
  return (
    <section className="sheet side-panel" aria-labelledby="service-owner-title">
      <header>
        <h2 id="service-owner-title">Owner</h2>
        {mayChange && (
          <Button size="small" onClick={() => setHandingOver(true)}>
            Hand over
          </Button>
        )}
      </header>
      <p>
        <OwnerLink account={account} />
      </p>
      <p className="meta">{MESSAGES.ownerNote}</p>
      {isHandingOver && <HandOverDialog account={account} onClose={() => setHandingOver(false)} />}
    </section>
  )
}

interface ServiceAccountPanelProps extends PartProps {
  /** The page of the audit trail. */
  page: number
  onPage: (page: number) => void
}

/** A service account: its tokens, what they did, who answers for it and what it may do. */
export function ServiceAccountPanel({ account, page, onPage }: ServiceAccountPanelProps) {
  const { id, active, role_id: roleId, role, owner } = account
  const mayChange = useMay('UpdateUser')
  const granted = grantsOf(roleId)
  const tokenAccount = useMemo<TokenAccount>(
    () => ({ holder: 'service', userId: id, permissions: grantsOf(roleId), reminded: owner.name }),
    [id, roleId, owner.name],
  )
  return (
    <>
      <Head account={account} />
      <div className="service-columns split-columns">
        <TokensPanel account={tokenAccount} title="Tokens" mayChange={mayChange} isLocked={!active} />
        <div className="service-side">
          <OwnerCard account={account} />
          <section className="sheet side-panel" aria-labelledby="service-may-title">
            <header>
              <h2 id="service-may-title">May do</h2>
              <span className="meta">
                {grantedOf(granted)}, role {role.description}
              </span>
            </header>
            <PermissionsCard granted={granted} isDense />
          </section>
          <section className="sheet side-panel" aria-labelledby="service-never-title">
            <h2 id="service-never-title">Can never</h2>
            <p className="quiet">{MESSAGES.canNever}</p>
          </section>
        </div>
        <PersonAuditPanel userId={id} page={page} onPage={onPage} hasWith />
      </div>
    </>
  )
}
