import { onTestFinished } from 'vitest'
import type { PasskeyRequest } from '#shared/features/ground/factors/form.ts'

export const PASSKEY_REQUEST: PasskeyRequest = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'desk.example',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [{ id: 'cGFzc2tleQ', type: 'public-key', transports: ['internal'] }],
}

/** `waiting`: until another call takes its place, as in the list of a field. */
type Outcome = 'used' | 'canceled' | 'known' | 'waiting'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  )

/** What a browser with an authenticator has and the test's browser lacks; removed after the test. */
export function pretendAuthenticator(first: Outcome = 'used') {
  let outcome = first
  const asked: object[] = []
  const answer = async (options: { signal?: AbortSignal }) => {
    asked.push(options)
    if (outcome === 'waiting') await aborted(options.signal)
    if (outcome === 'canceled') throw new DOMException('The window was closed.', 'NotAllowedError')
    if (outcome === 'known') throw new DOMException('It has one.', 'InvalidStateError')
    return {
      id: 'cGFzc2tleQ',
      rawId: bytes('passkey'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: bytes('client data'),
        authenticatorData: bytes('authenticator data'),
        signature: bytes('signature'),
        userHandle: bytes('handle'),
        attestationObject: bytes('attestation'),
        getTransports: () => ['internal'],
      },
      getClientExtensionResults: () => ({}),
    }
  }
  const own = { PublicKeyCredential: Reflect.getOwnPropertyDescriptor(window, 'PublicKeyCredential') }
  Reflect.defineProperty(window, 'PublicKeyCredential', {
    configurable: true,
    value: Object.assign(() => {}, { isConditionalMediationAvailable: async () => true }),
  })
  Reflect.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: answer, create: answer },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials')
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    if (own.PublicKeyCredential)
      Reflect.defineProperty(window, 'PublicKeyCredential', own.PublicKeyCredential)
  })
  return {
    /** The options of each call of the browser, as the product passed them. */
    asked,
    id: 'cGFzc2tleQ',
    willAnswer(next: Outcome) {
      outcome = next
    },
  }
}
