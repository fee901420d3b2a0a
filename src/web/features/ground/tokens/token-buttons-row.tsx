import type { ApiToken } from '#shared/features/ground/tokens/contract.ts'
import { isTokenOver, tokenState } from '#shared/features/ground/tokens/form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { disconnectQuestion, endOldQuestion, revokeQuestion, type TokenAccount } from './messages.ts'
import { useEndOldToken, useRevokeToken } from './queries.ts'

interface TokenButtonsRowProps {
  account: TokenAccount
  token: ApiToken
  mayRotate: boolean
  onRotate: (token: ApiToken) => void
}

/** What users can do with one token; people’s tokens can only be revoked by others. */
export function TokenButtonsRow({ account, token, mayRotate, onRotate }: TokenButtonsRowProps) {
  const { id, name } = token
  const { holder, userId } = account
  const revoke = useRevokeToken(userId)
  const endOld = useEndOldToken(userId)
  const confirm = useConfirm()
  const state = tokenState(token, new Date())
  const isDone = isTokenOver(state)
  const isAssistant = token.assistant_host !== null
  const isTheirs = holder === 'person'
  const stop = isAssistant ? 'Disconnect' : 'Revoke'
  const askToRevoke = async () => {
    const question = isAssistant ? disconnectQuestion(token) : revokeQuestion(token)
    if (isDone || (await confirm(question))) revoke.mutate({ id, isOver: isDone, isAssistant })
  }
  const askToEndOld = async () => {
    if (await confirm(endOldQuestion(token))) endOld.mutate(id)
  }
  return (
    <span className="token-buttons inline-cluster justify-end gap-4" data-token={id}>
      {state === 'rotating' && !isTheirs && (
        <Button
          size="small"
          aria-label={`End the old one of ${name}`}
          loading={endOld.isPending}
          onClick={() => void askToEndOld()}
        >
          End the old one
        </Button>
      )}
      {state !== 'rotating' && state !== 'revoked' && !isTheirs && mayRotate && (
        <Button size="small" aria-label={`Rotate ${name}`} onClick={() => onRotate(token)}>
          Rotate
        </Button>
      )}
      {!(isDone && isTheirs) && (
        <Button
          size="small"
          danger={!isDone}
          aria-label={`${isDone ? 'Remove' : stop} ${name}`}
          loading={revoke.isPending}
          onClick={() => void askToRevoke()}
        >
          {isDone ? 'Remove' : stop}
        </Button>
      )}
    </span>
  )
}
