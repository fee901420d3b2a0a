import { LifeBuoy } from 'lucide-react'
import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { MESSAGES, NEW_CODES } from './messages.ts'
import { useRenewCodes } from './queries.ts'
import { SignInRow } from './sign-in-row.tsx'

function CodesLeft({ left, of }: { left: number; of: number }) {
  const marks = Array.from({ length: of }, (_, index) => index)
  return (
    <span className="inline-row gap-6 meta">
      <span className="codes-left inline-row" aria-hidden="true">
        {marks.map((index) => (
          <i key={index} className={index < left ? 'left' : undefined} />
        ))}
      </span>
      {left} of {of} left
    </span>
  )
}

interface RecoveryRowProps {
  recovery: OwnFactors['recovery']
  onCodes: (codes: readonly string[]) => void
}

/** The recovery codes that the user has not used. */
export function RecoveryRow({ recovery, onCodes }: RecoveryRowProps) {
  const { mutateAsync: renew, isPending } = useRenewCodes()
  const confirm = useConfirm()
  const ask = async () => {
    if (await confirm(NEW_CODES))
      await renew().then(
        (made) => onCodes(made.recovery_codes),
        () => {},
      )
  }
  if (recovery === null)
    return <SignInRow icon={LifeBuoy} title="Recovery codes" isOn={false} note={MESSAGES.recoveryOff} />
  return (
    <SignInRow
      icon={LifeBuoy}
      title="Recovery codes"
      isOn
      tag={<CodesLeft left={recovery.left} of={recovery.of} />}
      note={
        <>
          {MESSAGES.recoveryOn} Made <MomentDay moment={recovery.created_at} />
        </>
      }
      actions={
        <Button size="small" loading={isPending} onClick={() => void ask()}>
          Make new codes
        </Button>
      }
    />
  )
}
