import { FingerprintPattern } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PasskeyRequest } from '#shared/features/ground/factors/form.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import type { FactorProof } from './queries.ts'
import { askForPasskey, useScreenSignal } from './use-browser-passkeys.ts'

export interface PasskeyStep {
  challenge: string
  passkey: PasskeyRequest
}

interface PasskeyFormProps {
  readStep: () => Promise<PasskeyStep>
  onProof: (proof: FactorProof) => Promise<unknown>
  /** Opens the browser's window at once; after a cancel it waits for the button. */
  opensItself: boolean
}

/** The browser's window for a passkey, and the button that opens it. */
export function PasskeyForm({ readStep, onProof, opensItself }: PasskeyFormProps) {
  const button = useRef<HTMLButtonElement>(null)
  const signalOf = useScreenSignal()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const signal = signalOf()
      const { challenge, passkey: request } = await readStep()
      const passkey = await askForPasskey(request, signal)
      if (passkey !== null) await onProof({ challenge, passkey })
    },
  })
  const open = useEffectEvent(() => mutate())
  useEffect(() => {
    if (!opensItself) return
    button.current?.focus()
    // React's strict mode mounts twice; a second window would cancel the first.
    const timer = setTimeout(open)
    return () => clearTimeout(timer)
  }, [opensItself])

  return (
    <div className="passkey-form">
      <span className="factor-mark large" aria-hidden="true">
        <FingerprintPattern size={28} />
      </span>
      <p>{MESSAGES.passkeyPrompt}</p>
      {error && (
        <Alert kind="bad" title={MESSAGES.passkeyFailed}>
          {error.message}
        </Alert>
      )}
      <Button
        ref={button}
        type="primary"
        size="large"
        block
        loading={isPending}
        onClick={() => mutate()}
        data-first-focus
      >
        Use passkey
      </Button>
    </div>
  )
}
