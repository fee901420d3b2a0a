import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect, useRef } from 'react'
import type { PasskeyAttestation, PasskeyCreation } from '#shared/features/ground/factors/contract.ts'
import type { PasskeyAssertion, PasskeyRequest } from '#shared/features/ground/factors/form.ts'
import { MESSAGES } from './messages.ts'

const load = () => import('@simplewebauthn/browser')

async function loadWhereOffered() {
  const library = await load()
  if (!library.browserSupportsWebAuthn()) throw new Error(MESSAGES.noPasskeys)
  return library
}

/** The user closed the browser's window, or another one took its place. */
const CANCELED = ['NotAllowedError', 'AbortError']
const isCanceled = (error: unknown) => error instanceof Error && CANCELED.includes(error.name)

type Library = Awaited<ReturnType<typeof load>>

/**
 * Null if the user canceled or the signal is aborted: then no window opens, and an open one closes.
 */
async function inWindow<Value>(
  signal: AbortSignal,
  ask: (library: Library) => Promise<Value>,
): Promise<Value | null> {
  const library = await loadWhereOffered()
  if (signal.aborted) return null
  const close = () => library.WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', close)
  try {
    return await ask(library)
  } catch (error) {
    if (isCanceled(error)) return null
    throw error
  } finally {
    signal.removeEventListener('abort', close)
  }
}

/**
 * Asks the browser for a passkey; null if the user cancels. `fromField`: the browser offers it in the list of
 * the email field and opens no window.
 */
export async function askForPasskey(
  request: PasskeyRequest,
  signal: AbortSignal,
  { fromField = false } = {},
): Promise<PasskeyAssertion | null> {
  // The browser ignores transports that it does not know; the library's type lists today's.
  const optionsJSON = request as PublicKeyCredentialRequestOptionsJSON
  const answer = await inWindow(signal, ({ startAuthentication }) =>
    startAuthentication({ optionsJSON, useBrowserAutofill: fromField }),
  )
  if (answer === null) return null
  const { id, rawId, response } = answer
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  }
}

/** Makes a passkey; null if the user cancels. */
export async function makePasskey(
  creation: PasskeyCreation,
  signal: AbortSignal,
): Promise<PasskeyAttestation | null> {
  const optionsJSON = creation as PublicKeyCredentialCreationOptionsJSON
  const answer = await inWindow(signal, ({ startRegistration }) => startRegistration({ optionsJSON })).catch(
    (error: unknown) => {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError'
      throw isKnown ? new Error(MESSAGES.knownPasskey) : error
    },
  )
  if (answer === null) return null
  const { id, rawId, response } = answer
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Whether the browser lists passkeys below a field. */
export const offersPasskeysInFields = async (): Promise<boolean> =>
  (await load()).browserSupportsWebAuthnAutofill()

/** A signal that is aborted once the screen has gone. */
export function useScreenSignal(): () => AbortSignal {
  const controller = useRef<AbortController>(null)
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    return () => own.abort()
  }, [])
  return () => controller.current?.signal ?? AbortSignal.abort()
}
