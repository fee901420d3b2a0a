import './factors.css'
import { FingerprintPattern } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMutation } from '#web/api/use-mutation.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import { beginPasskeySignIn, signInWithPasskey } from './queries.ts'
import { askForPasskey, cancelPasskey, offersPasskeysInFields } from './use-browser-passkeys.ts'

/** A passkey for a sign-in; null if the user cancels. */
async function askFor(manner: { fromField: boolean }) {
  const { challenge, passkey: request } = await beginPasskeySignIn()
  const passkey = await askForPasskey(request, manner)
  return passkey && { challenge, passkey }
}

async function signInByButton(): Promise<void> {
  const answer = await askFor({ fromField: false })
  if (answer) await signInWithPasskey(answer)
}

/**
 * Offers passkeys in the browser's list of the email field, where it can; where not, the button remains. Each
 * round lasts until the user chooses one; the button's window ends it.
 */
function usePasskeysInField(round: number, onRefused: (error: unknown) => void) {
  const report = useEffectEvent(onRefused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    const offer = async () => {
      const answer = (await offersPasskeysInFields()) ? await askFor({ fromField: true }) : null
      if (answer) await signInWithPasskey(answer).catch((error: unknown) => report(error))
    }
    // React's strict mode mounts twice; a second round would cancel the first.
    const timer = setTimeout(() => void offer().catch(() => {}))
    return () => clearTimeout(timer)
  }, [round])
}

/** The button for a passkey below the sign-in form. */
export function PasskeySignInPanel() {
  const [round, setRound] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const nextRound = () => setRound((last) => last + 1)
  const { mutate, isPending } = useMutation({
    mutationFn: signInByButton,
    onMutate: () => setError(null),
    onError: setError,
    onSettled: nextRound,
  })
  usePasskeysInField(round, (failure) => {
    setError(failure)
    nextRound()
  })
  useEffect(() => cancelPasskey, [])
  return (
    <>
      <p className="or-line row gap-12 meta">or</p>
      {error instanceof Error && (
        <div className="mb-16">
          <Alert kind="bad" title={MESSAGES.passkeyFailed}>
            {error.message}
          </Alert>
        </div>
      )}
      <Button
        size="large"
        block
        icon={<FingerprintPattern aria-hidden="true" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Use a passkey
      </Button>
    </>
  )
}
