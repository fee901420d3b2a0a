import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { MESSAGES } from './messages.ts'
import { finishSignIn } from './queries.ts'

/** The browser is back from the provider: asks the server who that is. */
export function ProviderReturnPanel() {
  const navigate = useNavigate()
  useEffect(() => {
    finishSignIn()
      .catch(handleError(MESSAGES.signInError))
      .finally(() => void navigate({ to: SCREENS.signIn.path, hash: '', replace: true }))
  }, [navigate])
  return <Skeleton lines={4} />
}
