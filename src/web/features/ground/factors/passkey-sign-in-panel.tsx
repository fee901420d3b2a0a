import './factors.css'
import { FingerprintPattern } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { STEP_LIFE_MS } from '#shared/features/ground/factors/rules.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import { beginPasskeySignIn, signInWithPasskey } from './queries.ts'
import { askForPasskey, offersPasskeysInFields, useScreenSignal } from './use-browser-passkeys.ts'

/** Shorter than the life of a challenge. */
const ROUND_MS = STEP_LIFE_MS - MINUTE_MS

/** A passkey for a sign-in; null if the user cancels. */
async function askFor(signal: AbortSignal, manner: { fromField: boolean }) {
  const { challenge, passkey: request } = await beginPasskeySignIn()
  const passkey = await askForPasskey(request, signal, manner)
  return passkey && { challenge, passkey }
}

async function signInByButton(signal: AbortSignal): Promise<void> {
  const answer = await askFor(signal, { fromField: false })
  if (answer) await signInWithPasskey(answer, signal)
}

/**
 * Offers passkeys in the browser's list of the email field, where it can; where not, the button remains. Each
 * round lasts until the user chooses one, the button's window takes its place, or its challenge is about to end.
 */
function usePasskeysInField(isPaused: boolean, onRefused: (error: unknown) => void) {
  const [round, setRound] = useState(0)
  const report = useEffectEvent(onRefused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (isPaused) return
    const controller = new AbortController()
    const { signal } = controller
    const nextRound = () => setRound((last) => last + 1)
    // Not while the user is elsewhere: that may be the browser's own window, in which they are using the passkey.
    const renew = () =>
      document.hasFocus() ? nextRound() : window.addEventListener('focus', nextRound, { once: true, signal })
    const renewal = setTimeout(renew, ROUND_MS)
    const offer = async () => {
      const answer = (await offersPasskeysInFields()) ? await askFor(signal, { fromField: true }) : null
      if (!answer) return
      // A new round would abort this one, and its answer would be ignored.
      clearTimeout(renewal)
      await signInWithPasskey(answer, signal).catch((error: unknown) => {
        report(error)
        nextRound()
      })
    }
    // React's strict mode mounts twice; a second round would cancel the first.
    const timer = setTimeout(() => void offer().catch(() => {}))
    return () => {
      clearTimeout(timer)
      clearTimeout(renewal)
      controller.abort()
    }
  }, [round, isPaused])
}

interface PasskeySignInPanelProps {
  /** Another button stands before it. */
  isAfterOther?: boolean
}

/** The button for a passkey below the sign-in form. */
export function PasskeySignInPanel({ isAfterOther = false }: PasskeySignInPanelProps) {
  const signalOf = useScreenSignal()
  const [error, setError] = useState<unknown>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => signInByButton(signalOf()),
    onMutate: () => setError(null),
    onError: setError,
  })
  usePasskeysInField(isPending, setError)
  return (
    <>
      {!isAfterOther && <p className="or-line row gap-12 meta">or</p>}
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
