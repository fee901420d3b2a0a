import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMay, useUser } from '#web/api/session.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { IdentityNote } from './identity-note.tsx'
import {
  disconnectUserQuestion,
  MESSAGES,
  notConnectedUser,
  onlyWayOf,
  roleNote,
  userTitle,
} from './messages.ts'
import { useDisconnectUser, userIdentityQuery } from './queries.ts'

interface UserProviderProps {
  label: string
  userId: number
  name: string
}

/** A user's account at the provider, which users who may change users can disconnect. */
export function UserProviderPanel({ label, userId, name }: UserProviderProps) {
  const isOwn = useUser()?.id === userId
  const mayDisconnect = useMay('UpdateUser') && !isOwn
  const { data, error, refetch } = useQuery(userIdentityQuery(userId))
  const { mutateAsync: disconnect, isPending } = useDisconnectUser(label, userId)
  const heading = useRef<HTMLHeadingElement>(null)
  const confirm = useConfirm()
  const ask = async () => {
    if (!(await confirm(disconnectUserQuestion(label, name)))) return
    // The button is gone then.
    await disconnect().then(
      () => heading.current?.focus(),
      () => {},
    )
  }
  const identity = data?.identity
  return (
    <section className="sheet side-panel" aria-labelledby="user-provider-title">
      <header>
        <h2 id="user-provider-title" ref={heading} tabIndex={-1}>
          {userTitle(label)}
        </h2>
        {mayDisconnect && data && identity && (
          <ReasonedButton
            size="small"
            danger
            why={data.can_disconnect ? null : onlyWayOf(label, data)}
            loading={isPending}
            onClick={() => void ask()}
          >
            Disconnect
          </ReasonedButton>
        )}
      </header>
      {data ? (
        <p className="break-words">
          {identity ? (
            <IdentityNote identity={identity} />
          ) : (
            <span className="quiet">{notConnectedUser(label)}</span>
          )}
        </p>
      ) : error ? (
        <Failed title={MESSAGES.userNotLoaded} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={1} />
      )}
      {data?.is_role_from_provider && <p className="caption quiet">{roleNote(label)}</p>}
    </section>
  )
}
