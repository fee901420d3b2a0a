import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { MESSAGES } from './messages.ts'
import { finishSignIn } from './queries.ts'
import { StrangerCard } from './stranger-card.tsx'
import type { ProviderRefusal } from './use-provider-refusal.ts'

interface ProviderReturnProps {
  label: string | undefined
  /** Why the provider signed nobody in, once that is known. */
  refusal: ProviderRefusal | null
}

/** In place of the sign-in when the browser is back from the provider. */
export const ProviderReturnPanel = ({ label, refusal }: ProviderReturnProps) =>
  label !== undefined && refusal ? <StrangerCard label={label} refusal={refusal} /> : <FinishPanel />

/** Asks the server who the provider has named. */
function FinishPanel() {
  const navigate = useNavigate()
  useEffect(() => {
    finishSignIn()
      .catch(handleError(MESSAGES.signInError))
      .finally(() => void navigate({ to: SCREENS.signIn.path, hash: '', replace: true }))
  }, [navigate])
  return <Skeleton lines={4} />
}
