import { FingerprintPattern, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OwnFactors, OwnPasskey } from '#shared/features/ground/factors/contract.ts'
import { MomentDay, RelativeTime } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { MESSAGES, removeQuestion } from './messages.ts'
import { useRemovePasskey } from './queries.ts'
import { SignInRow } from './sign-in-row.tsx'

const AddPasskeyDialog = onDemand(() =>
  import('./add-passkey-dialog.tsx').then(({ AddPasskeyDialog }) => AddPasskeyDialog),
)
const RenamePasskeyDialog = onDemand(() =>
  import('./rename-passkey-dialog.tsx').then(({ RenamePasskeyDialog }) => RenamePasskeyDialog),
)

interface OnePasskeyProps {
  passkey: OwnPasskey
  /** No other factor is set up. */
  isLast: boolean
  /** Why it can’t be removed; null if it can. */
  why: string | null
  onRemoved: () => void
}

function OnePasskey({ passkey, isLast, why, onRemoved }: OnePasskeyProps) {
  const { id, name } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const { mutateAsync: remove, isPending } = useRemovePasskey()
  const confirm = useConfirm()
  const ask = async () => {
    if (await confirm(removeQuestion(`“${name}”`, isLast))) await remove(id).then(onRemoved, () => {})
  }
  return (
    <li className="row gap-8">
      <div className="fill shrinkable">
        <div className="cluster gap-8 row-gap-2">
          <span className="break-words">{name}</span>
          <span className="tag">{passkey.is_synced ? 'Synced' : 'Only this device'}</span>
        </div>
        <p className="meta">
          Added <MomentDay moment={passkey.created_at} />
          {passkey.last_used_at && (
            <>
              {' · last used '}
              <RelativeTime moment={passkey.last_used_at} />
            </>
          )}
        </p>
      </div>
      <IconButton label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        <Pencil size={16} aria-hidden="true" />
      </IconButton>
      {why === null ? (
        <IconButton label={`Remove ${name}`} disabled={isPending} onClick={() => void ask()}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      ) : (
        <ReasonedButton
          type="text"
          size="small"
          aria-label={`Remove ${name}`}
          icon={<Trash2 size={16} aria-hidden="true" />}
          why={why}
        />
      )}
      {isRenaming && <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  )
}

interface PasskeysRowProps {
  factors: OwnFactors
  onCodes: (codes: readonly string[]) => void
  onRemoved: () => void
}

/** The user's passkeys. */
export function PasskeysRow({ factors, onCodes, onRemoved }: PasskeysRowProps) {
  const { passkeys, passkeys_fault: fault, totp, is_required: isRequired } = factors
  const isOnly = passkeys.length === 1 && totp === null
  const [isAdding, setAdding] = useState(false)
  const hasSome = passkeys.length > 0
  return (
    <SignInRow
      icon={FingerprintPattern}
      title="Passkeys"
      isOn={hasSome}
      note={hasSome ? MESSAGES.passkeysOn : MESSAGES.passkeysOff}
      actions={
        fault === null && (
          <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {(hasSome || fault !== null) && (
        <div className="way-more">
          {fault !== null && (
            <Alert kind="note">
              <b>Passkeys aren’t offered here.</b> {fault}
            </Alert>
          )}
          <ul className="ruled">
            {passkeys.map((passkey) => (
              <OnePasskey
                key={passkey.id}
                passkey={passkey}
                isLast={isOnly}
                why={isOnly && isRequired ? MESSAGES.required : null}
                onRemoved={onRemoved}
              />
            ))}
          </ul>
        </div>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onCodes={onCodes} />}
    </SignInRow>
  )
}
