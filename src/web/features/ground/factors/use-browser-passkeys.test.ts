import { expect, it } from 'vitest'
import { PASSKEY_REQUEST, pretendAuthenticator } from '#web/testing/passkeys.ts'
import { askForPasskey, makePasskey } from './use-browser-passkeys.ts'

const CREATION = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'desk.example', name: 'Copydesk' },
  user: { id: 'aGFuZGxl', name: 'ines', displayName: 'Ines' },
  pubKeyCredParams: [],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: [],
} as const

it('opens no window of the browser for a screen that the user has left', async () => {
  const authenticator = pretendAuthenticator()
  const gone = AbortSignal.abort()
  expect(await askForPasskey(PASSKEY_REQUEST, gone)).toBeNull()
  expect(await makePasskey({ ...CREATION, pubKeyCredParams: [], excludeCredentials: [] }, gone)).toBeNull()
  expect(authenticator.asked).toEqual([])
})
