import './factors.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, FingerprintPattern, type LucideIcon, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { refreshProfile, useSignOut } from '#web/features/ground/auth/queries.ts'
import { useProviderReturn } from '#web/features/ground/provider/use-provider-return.ts'
import { markSignedOut } from '#web/features/ground/provider/use-still-there.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useHeadingFocus } from '#web/ui/hooks/use-heading-focus.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { ENROL_TITLE, enrolWords, MESSAGES } from './messages.ts'
import { factorsQuery, useBeginTotp } from './queries.ts'

const AddPasskeyDialog = onDemand(() =>
  import('./add-passkey-dialog.tsx').then(({ AddPasskeyDialog }) => AddPasskeyDialog),
)
const TotpDialog = onDemand(() => import('./totp-dialog.tsx').then(({ TotpDialog }) => TotpDialog))
const CodesDialog = onDemand(() => import('./codes-dialog.tsx').then(({ CodesDialog }) => CodesDialog))

interface WayButtonProps {
  icon: LucideIcon
  title: string
  note: string
  tag?: string
  disabled?: boolean
  onClick: () => void
}

function WayButton({ icon: Icon, title, note, tag, disabled = false, onClick }: WayButtonProps) {
  return (
    <button
      type="button"
      className={tag ? 'enrol-way first' : 'enrol-way'}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
      <span>
        <span className="row gap-8">
          <b>{title}</b>
          {tag && <span className="tag">{tag}</span>}
        </span>
        <span className="meta block">{note}</span>
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </button>
  )
}

/** All that a user sees who must set up a second factor first. */
export function EnrolPanel({ user }: { user: SignedInUser }) {
  const { data: factors, error, refetch } = useQuery(factorsQuery)
  const { data: health } = useQuery(healthQuery)
  const { mutate: begin, data: begun, isPending, reset } = useBeginTotp()
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isLate, setLate] = useState(false)
  const heading = useHeadingFocus()
  // Users without a password confirm at the provider that it is them, and come back here.
  useProviderReturn(health?.provider?.label ?? null)
  const signOut = useSignOut()
  const leave = () => {
    markSignedOut()
    signOut()
  }
  // Not before the codes are kept: then everything else opens.
  const finish = () => {
    setCodes(null)
    refreshProfile().catch(() => setLate(true))
  }
  return (
    <section className="card-part" aria-labelledby="enrol-title">
      <h2 id="enrol-title" {...heading}>
        {ENROL_TITLE}
      </h2>
      <p className="quiet mb-16">{enrolWords(user)}</p>
      <p className="meta mb-16">Signed in as {user.username}</p>
      {isLate && <Failed title={MESSAGES.enrolLate} message={MESSAGES.enrolDone} onRetry={finish} />}
      {!factors && error && (
        <Failed title={MESSAGES.notLoaded} message={error.message} onRetry={() => void refetch()} />
      )}
      {!factors && !error && <Skeleton lines={4} />}
      {factors && !isLate && (
        <div className="stack gap-8">
          {factors.passkeys_fault === null ? (
            <WayButton
              icon={FingerprintPattern}
              title="Passkey"
              tag="Quickest"
              note={MESSAGES.enrolPasskey}
              onClick={() => setAdding(true)}
            />
          ) : (
            <Alert kind="note">
              <b>Passkeys aren’t offered here.</b> {factors.passkeys_fault}
            </Alert>
          )}
          <WayButton
            icon={Smartphone}
            title="Authenticator app"
            note={MESSAGES.totpOff}
            disabled={isPending}
            onClick={() => begin()}
          />
        </div>
      )}
      <div className="second-step-foot cluster between gap-16 row-gap-6">
        <button type="button" className="link-button" onClick={leave}>
          Sign out
        </button>
        <span className="quiet">
          Can’t do this now? <a href={`mailto:${health?.help_email ?? ''}`}>Ask an administrator</a>
        </span>
      </div>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onCodes={setCodes} />}
      {begun && <TotpDialog begun={begun} onClose={reset} onCodes={setCodes} />}
      {codes && <CodesDialog codes={codes} onClose={finish} />}
    </section>
  )
}
