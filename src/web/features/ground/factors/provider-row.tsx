import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { IdentityNote } from '#web/features/ground/provider/identity-note.tsx'
import {
  disconnectQuestion,
  MESSAGES,
  onlyWayIn,
  unconnectedNote,
} from '#web/features/ground/provider/messages.ts'
import { ownIdentityQuery, useConnect, useDisconnect } from '#web/features/ground/provider/queries.ts'
import { useProviderReturn } from '#web/features/ground/provider/use-provider-return.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { SignInRow } from './sign-in-row.tsx'

interface DisconnectProps {
  label: string
  /** Why it can’t be disconnected; null if it can. */
  why: string | null
  onDone: () => void
}

function DisconnectButton({ label, why, onDone }: DisconnectProps) {
  const { mutateAsync: disconnect, isPending } = useDisconnect(label)
  const confirm = useConfirm()
  const ask = async () => {
    if (await confirm(disconnectQuestion(label))) await disconnect().then(onDone, () => {})
  }
  return (
    <ReasonedButton
      size="small"
      danger
      aria-label={`Disconnect ${label}`}
      why={why}
      loading={isPending}
      onClick={() => void ask()}
    >
      Disconnect
    </ReasonedButton>
  )
}

function ConnectButton({ label }: { label: string }) {
  const { mutate: connect, isPending } = useConnect(label)
  return (
    <Button size="small" aria-label={`Connect ${label}`} loading={isPending} onClick={() => connect()}>
      Connect
    </Button>
  )
}

/** The user's account at the provider. */
export function ProviderRow({ label, onRemoved }: { label: string; onRemoved: () => void }) {
  const { data, error } = useQuery(ownIdentityQuery)
  useProviderReturn(label)
  const identity = data?.identity
  return (
    <SignInRow
      icon={LogIn}
      title={label}
      isOn={Boolean(identity)}
      tag={identity && <StatusBadge label="Connected" tone="good" />}
      note={
        identity ? <IdentityNote identity={identity} /> : error ? MESSAGES.notLoaded : unconnectedNote(label)
      }
      actions={
        data &&
        (identity ? (
          <DisconnectButton
            label={label}
            why={data.can_disconnect ? null : onlyWayIn(data)}
            onDone={onRemoved}
          />
        ) : (
          <ConnectButton label={label} />
        ))
      }
    />
  )
}
