import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { isTokenOver, tokenState } from '#shared/features/ground/tokens/form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { type AssistantName, MESSAGES } from './messages.ts'
import { tokensQuery } from './queries.ts'

const ConnectAssistantDialog = onDemand(() =>
  import('./connect-assistant-dialog.tsx').then(({ ConnectAssistantDialog }) => ConnectAssistantDialog),
)
const AssistantSecretDialog = onDemand(() =>
  import('./assistant-secret-dialog.tsx').then(({ AssistantSecretDialog }) => AssistantSecretDialog),
)

/** The way to let an assistant look things up as the user. Nothing where the workspace allows no tokens. */
export function AssistantsPanel() {
  const { data: tokens } = useQuery(tokensQuery(null))
  const [isConnecting, setConnecting] = useState(false)
  /** The only place that holds the secret; it is gone when the dialog closes. */
  const [made, setMade] = useState<{ made: MadeApiToken; name: AssistantName } | null>(null)
  if (tokens?.is_allowed !== true) return null
  const now = new Date()
  const isFull = tokens.tokens.filter((token) => !isTokenOver(tokenState(token, now))).length >= tokens.most
  return (
    <section className="sheet side-panel" aria-labelledby="assistants-title">
      <div className="row gap-8">
        <h2 id="assistants-title">Assistants</h2>
        {!isFull && (
          <Button
            size="small"
            className="push"
            icon={<Plug aria-hidden="true" />}
            onClick={() => setConnecting(true)}
          >
            Connect an assistant
          </Button>
        )}
      </div>
      <p className="quiet">{MESSAGES.assistants}</p>
      {isConnecting && (
        <ConnectAssistantDialog
          mostDays={tokens.most_days}
          onMade={(token, name) => {
            setConnecting(false)
            setMade({ made: token, name })
          }}
          onClose={() => setConnecting(false)}
        />
      )}
      {made && <AssistantSecretDialog {...made} onClose={() => setMade(null)} />}
    </section>
  )
}
