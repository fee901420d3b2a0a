import { Smartphone } from 'lucide-react'
import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import { Moment, MomentDay } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { MESSAGES, removeQuestion } from './messages.ts'
import { useBeginTotp, useRemoveTotp } from './queries.ts'
import { SignInRow } from './sign-in-row.tsx'

const TotpDialog = onDemand(() => import('./totp-dialog.tsx').then(({ TotpDialog }) => TotpDialog))

type Totp = NonNullable<OwnFactors['totp']>

function TotpNote({ totp }: { totp: Totp }) {
  if (!totp.is_readable) return <span className="warn-text">{MESSAGES.totpUnreadable}</span>
  return (
    <>
      Set up <MomentDay moment={totp.created_at} />
      {totp.last_used_at && (
        <>
          {' · last used '}
          <Moment moment={totp.last_used_at} />
        </>
      )}
    </>
  )
}

interface RemoveTotpProps {
  isLast: boolean
  /** Why it can’t be removed; null if it can. */
  why: string | null
  onRemoved: () => void
}

function RemoveTotpButton({ isLast, why, onRemoved }: RemoveTotpProps) {
  const { mutateAsync: remove, isPending } = useRemoveTotp()
  const confirm = useConfirm()
  const ask = async () => {
    if (await confirm(removeQuestion('the authenticator app', isLast)))
      await remove().then(onRemoved, () => {})
  }
  return (
    <ReasonedButton
      size="small"
      danger
      aria-label="Remove the authenticator app"
      why={why}
      loading={isPending}
      onClick={() => void ask()}
    >
      Remove
    </ReasonedButton>
  )
}

interface TotpRowProps {
  factors: OwnFactors
  onCodes: (codes: readonly string[]) => void
  onRemoved: () => void
}

/** The user's authenticator app. */
export function TotpRow({ factors, onCodes, onRemoved }: TotpRowProps) {
  const { totp, passkeys, is_required: isRequired } = factors
  const isLast = passkeys.length === 0
  // The identity is confirmed before the dialog opens, so that the two do not lie over each other.
  const { mutate: begin, data: begun, isPending, reset } = useBeginTotp()
  return (
    <SignInRow
      icon={Smartphone}
      title="Authenticator app"
      isOn={totp !== null}
      tag={totp?.is_readable && <StatusBadge label="On" tone="good" />}
      note={totp ? <TotpNote totp={totp} /> : MESSAGES.totpOff}
      actions={
        <>
          <Button
            size="small"
            aria-label={totp ? 'Replace the authenticator app' : 'Set up an authenticator app'}
            loading={isPending}
            onClick={() => begin()}
          >
            {totp ? 'Replace' : 'Set up'}
          </Button>
          {totp && (
            <RemoveTotpButton
              isLast={isLast}
              why={isLast && isRequired ? MESSAGES.required : null}
              onRemoved={onRemoved}
            />
          )}
        </>
      }
    >
      {begun && <TotpDialog begun={begun} onClose={reset} onCodes={onCodes} />}
    </SignInRow>
  )
}
