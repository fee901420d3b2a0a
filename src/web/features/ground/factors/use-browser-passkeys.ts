import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
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

/** Null if the user canceled. */
async function unlessCanceled<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (isCanceled(error)) return null
    throw error
  }
}

/**
 * Asks the browser for a passkey; null if the user cancels. `fromField`: the browser offers it in the list of
 * the email field and opens no window.
 */
export async function askForPasskey(
  request: PasskeyRequest,
  { fromField = false } = {},
): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await loadWhereOffered()
  // The browser ignores transports that it does not know; the library's type lists today's.
  const optionsJSON = request as PublicKeyCredentialRequestOptionsJSON
  const answer = await unlessCanceled(startAuthentication({ optionsJSON, useBrowserAutofill: fromField }))
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
export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyAttestation | null> {
  const { startRegistration } = await loadWhereOffered()
  const optionsJSON = creation as PublicKeyCredentialCreationOptionsJSON
  const answer = await unlessCanceled(startRegistration({ optionsJSON })).catch((error: unknown) => {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw isKnown ? new Error(MESSAGES.knownPasskey) : error
  })
  if (answer === null) return null
  const { id, rawId, response } = answer
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Whether the browser lists passkeys below a field. */
export const offersPasskeysInFields = async (): Promise<boolean> =>
  (await load()).browserSupportsWebAuthnAutofill()

/** Closes the browser's window, for a screen that goes away. */
export const cancelPasskey = (): void =>
  void load()
    .then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    .catch(() => {})
