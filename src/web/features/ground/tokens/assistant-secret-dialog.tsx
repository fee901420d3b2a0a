import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { SecretDialog } from '#web/ui/overlay/secret-dialog.tsx'
import { type AssistantName, CLOSE_SECRET, connectionOf, MESSAGES } from './messages.ts'
import { tokensQuery } from './queries.ts'

const LOOKS_EVERY_MS = 3000

/** Whether the token was used since it was made. */
function useIsConnected(id: number): boolean {
  const { data } = useQuery({
    ...tokensQuery(null),
    refetchInterval: ({ state }) => {
      const token = state.data?.tokens.find((each) => each.id === id)
      return token !== undefined && token.last_used_at !== null ? false : LOOKS_EVERY_MS
    },
  })
  const token = data?.tokens.find((each) => each.id === id)
  return token !== undefined && token.last_used_at !== null
}

interface AssistantSecretDialogProps {
  made: MadeApiToken
  name: AssistantName
  onClose: () => void
}

/** The token of an assistant and how to connect it, shown this once. */
export function AssistantSecretDialog({
  made: { secret, token },
  name,
  onClose,
}: AssistantSecretDialogProps) {
  const isConnected = useIsConnected(token.id)
  const { origin } = window.location
  const { how } = connectionOf(name, origin, secret)
  return (
    <SecretDialog
      title={`Connect ${name === 'Other' ? 'your assistant' : name}`}
      label="Token"
      secret={secret}
      note={MESSAGES.shownOnce}
      question={CLOSE_SECRET}
      onClose={onClose}
      actions={
        <span className="row meta push-right" role="status">
          {isConnected ? MESSAGES.connected : MESSAGES.waiting}
        </span>
      }
    >
      {(copy) => (
        <>
          <div className="row between gap-8 mt-12 mb-6">
            <p className="quiet">{how}</p>
            <Button
              size="small"
              icon={<Copy aria-hidden="true" />}
              aria-label={MESSAGES.copyConnection}
              onClick={() => copy(connectionOf(name, origin, secret).text)}
            >
              Copy
            </Button>
          </div>
          {/* The token is in the field above; here it would only break the lines. */}
          <pre className="token-curl">{connectionOf(name, origin, `${token.start}…`).text}</pre>
          <p className="quiet mt-12">{MESSAGES.firstQuestion}</p>
        </>
      )}
    </SecretDialog>
  )
}
