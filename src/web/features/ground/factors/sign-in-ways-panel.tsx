import './factors.css'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { MESSAGES } from './messages.ts'
import { PasskeysRow } from './passkeys-row.tsx'
import { factorsQuery } from './queries.ts'
import { RecoveryRow } from './recovery-row.tsx'
import { SignInRow } from './sign-in-row.tsx'
import { TotpRow } from './totp-row.tsx'

const CodesDialog = onDemand(() => import('./codes-dialog.tsx').then(({ CodesDialog }) => CodesDialog))

const hasFactor = ({ passkeys, totp }: OwnFactors) => passkeys.length > 0 || totp !== null

function PasswordRow({ factors }: { factors: OwnFactors }) {
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
          {hasFactor(factors) ? MESSAGES.alwaysAsks : MESSAGES.onlyWay}
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
            <PasswordRow factors={factors} />
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
