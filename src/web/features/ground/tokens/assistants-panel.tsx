import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { isTokenOver, tokenState } from '#shared/features/ground/tokens/form.ts'
import { ConnectedPanel } from '#web/features/ground/assistants/connected-panel.tsx'
import { assistantsQuery } from '#web/features/ground/assistants/queries.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { type AssistantName, CONSENTING } from './messages.ts'
import { tokensQuery } from './queries.ts'

const ConnectAssistantDialog = onDemand(() =>
  import('./connect-assistant-dialog.tsx').then(({ ConnectAssistantDialog }) => ConnectAssistantDialog),
)
const AssistantSecretDialog = onDemand(() =>
  import('./assistant-secret-dialog.tsx').then(({ AssistantSecretDialog }) => AssistantSecretDialog),
)

/** The ways to connect an assistant that the workspace leaves to the user. */
function useWays() {
  const { data: tokens } = useQuery(tokensQuery(null))
  const { data: rules } = useQuery(assistantsQuery)
  const now = new Date()
  const working = tokens?.tokens.filter((token) => !isTokenOver(tokenState(token, now))).length ?? 0
  return {
    hasTokens: tokens?.is_allowed === true && working < tokens.most,
    mostDays: tokens?.most_days ?? 0,
    address: rules?.address ?? '',
    consenting:
      rules?.allowed === 'consent' ? CONSENTING.filter(({ host }) => rules.hosts.includes(host)) : [],
  }
}

/** The user's assistants, and the way to one more. */
export function AssistantsPanel() {
  const { hasTokens, mostDays, consenting, address } = useWays()
  const [isConnecting, setConnecting] = useState(false)
  /** The only place that holds the secret; it is gone when the dialog closes. */
  const [made, setMade] = useState<{ made: MadeApiToken; name: AssistantName } | null>(null)
  return (
    <ConnectedPanel>
      {(hasTokens || consenting.length > 0) && (
        <Button
          size="small"
          className="push"
          icon={<Plug aria-hidden="true" />}
          onClick={() => setConnecting(true)}
        >
          Connect an assistant
        </Button>
      )}
      {isConnecting && (
        <ConnectAssistantDialog
          consenting={consenting}
          address={address}
          hasTokens={hasTokens}
          mostDays={mostDays}
          onMade={(token, name) => {
            setConnecting(false)
            setMade({ made: token, name })
          }}
          onClose={() => setConnecting(false)}
        />
      )}
      {made && <AssistantSecretDialog {...made} onClose={() => setMade(null)} />}
    </ConnectedPanel>
  )
}
