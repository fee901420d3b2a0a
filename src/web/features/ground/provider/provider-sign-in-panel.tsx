import './provider.css'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useReducer } from 'react'
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

interface ProviderSignInProps {
  label: string
  /** The form for passwords where the provider comes first; otherwise it stands above. */
  children?: ReactNode
}

/** The button that leads to the provider. */
export function ProviderSignInPanel({ label, children }: ProviderSignInProps) {
  const isAway = useIsAway()
  const [isFormOpen, openForm] = useReducer(() => true, false)
  return (
    <>
      {!children && <p className="provider-or row gap-12 meta">or</p>}
      <Button
        type={children ? 'primary' : 'default'}
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
      {children && !isFormOpen && (
        <Button type="link" block onClick={openForm}>
          {MESSAGES.otherWay}
        </Button>
      )}
      {isFormOpen && <div className="provider-form">{children}</div>}
    </>
  )
}
