import './factors.css'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import type { OwnIdentity } from '#shared/features/ground/provider/contract.ts'
import { limitedNote, MESSAGES as PROVIDER_MESSAGES } from '#web/features/ground/provider/messages.ts'
import { ownIdentityQuery } from '#web/features/ground/provider/queries.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { MESSAGES } from './messages.ts'
import { PasskeysRow } from './passkeys-row.tsx'
import { ProviderRow } from './provider-row.tsx'
import { factorsQuery } from './queries.ts'
import { RecoveryRow } from './recovery-row.tsx'
import { SignInRow } from './sign-in-row.tsx'
import { TotpRow } from './totp-row.tsx'

const CodesDialog = onDemand(() => import('./codes-dialog.tsx').then(({ CodesDialog }) => CodesDialog))

const hasFactor = ({ passkeys, totp }: OwnFactors) => passkeys.length > 0 || totp !== null

/** What a password is for, beside the user's other ways to sign in. */
function passwordNote(factors: OwnFactors, own: OwnIdentity | undefined, label = ''): string {
  if (own?.is_password_limited) return limitedNote(label)
  if (own?.has_password === false) return PROVIDER_MESSAGES.noPassword
  if (hasFactor(factors)) return MESSAGES.alwaysAsks
  return own?.identity ? PROVIDER_MESSAGES.otherWays : MESSAGES.onlyWay
}

interface PasswordRowProps {
  factors: OwnFactors
  own: OwnIdentity | undefined
  /** The provider's name. */
  label: string | undefined
}

function PasswordRow({ factors, own, label }: PasswordRowProps) {
  const { password_changed_at: changedAt } = factors
  return (
    <SignInRow
      icon={KeyRound}
      title="Password"
      isOn={false}
      note={
        <>
          {changedAt && (
            <>
              Changed <MomentDay moment={changedAt} />.{' '}
            </>
          )}
          {passwordNote(factors, own, label)}
        </>
      }
    />
  )
}

function FactorBadge({ factors }: { factors: OwnFactors }) {
  return hasFactor(factors) ? (
    <StatusBadge label="Second factor on" tone="good" />
  ) : (
    <StatusBadge label="Second factor off" mark="hollow" />
  )
}

/** The ways in which the user can sign in, and their dialogs. */
export function SignInWaysPanel() {
  const { data: factors, error, refetch } = useQuery(factorsQuery)
  const { data: health } = useQuery(healthQuery)
  const provider = health?.provider
  const { data: own } = useQuery({ ...ownIdentityQuery, enabled: provider !== undefined })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that removed something is gone.
  const onRemoved = useCallback(() => heading.current?.focus(), [])
  return (
    <div>
      <section className="sheet side-panel" aria-labelledby="sign-in-ways-title">
        <header className="sign-in-ways-head">
          <h2 id="sign-in-ways-title" ref={heading} tabIndex={-1}>
            How you sign in
          </h2>
          {factors && <FactorBadge factors={factors} />}
        </header>
        {factors ? (
          <ul className="sign-in-ways ruled">
            <PasskeysRow factors={factors} onCodes={setCodes} onRemoved={onRemoved} />
            <TotpRow factors={factors} onCodes={setCodes} onRemoved={onRemoved} />
            <RecoveryRow recovery={factors.recovery} onCodes={setCodes} />
            {provider && <ProviderRow label={provider.label} onRemoved={onRemoved} />}
            <PasswordRow factors={factors} own={own} label={provider?.label} />
          </ul>
        ) : error ? (
          <Failed title={MESSAGES.notLoaded} message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </section>
      <p className="meta">{MESSAGES.confirmNote}</p>
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}
