import './provider.css'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button } from '#web/ui/input/button.tsx'
import { continueWith, MESSAGES, tryAgain } from './messages.ts'
import { openProvider, providerQuery } from './queries.ts'
import { useProviderRefusal, wasUsedLast } from './use-provider-refusal.ts'

/** The first letter of the provider's name. */
export const ProviderMark = ({ label }: { label: string }) => (
  <span className="provider-mark" aria-hidden="true">
    {label.charAt(0).toUpperCase()}
  </span>
)

/** Whether the provider is away, as far as is known. */
export function useIsAway(): boolean {
  const { data } = useQuery(providerQuery)
  const refusal = useProviderRefusal()
  return data?.is_away === true || refusal?.reason === 'away'
}

/** The button that leads to the provider. */
export function ProviderSignInPanel({ label }: { label: string }) {
  const isAway = useIsAway()
  return (
    <>
      <p className="provider-or row gap-12 meta">or</p>
      <Button
        size="large"
        block
        icon={isAway ? <RefreshCw aria-hidden="true" /> : <ProviderMark label={label} />}
        onClick={() => openProvider()}
      >
        {isAway ? tryAgain(label) : continueWith(label)}
        {!isAway && wasUsedLast() && (
          <>
            {' '}
            <span className="tag">{MESSAGES.lastTime}</span>
          </>
        )}
      </Button>
    </>
  )
}
