import { STEP_LIFE_MS } from '#shared/features/ground/factors/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import { createToken, hashToken } from '../../../../security/tokens.ts'
import { insertChallenge } from '../challenge-store.ts'
import type { BegunStep, ProofDeps, ProofStep } from '../deps.ts'
import { listPasskeys, type Passkey } from '../store.ts'

/** Names a passkey for the browser. */
export const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

/** Begins a step that a code or a passkey ends. */
export async function beginStep(
  tx: Db,
  { clock, site }: Pick<ProofDeps, 'clock' | 'site'>,
  { userId, purpose, address, provider }: ProofStep,
): Promise<BegunStep> {
  const token = createToken()
  const challenge = createToken()
  const createdAt = clock()
  const expiresAt = new Date(createdAt.getTime() + STEP_LIFE_MS)
  const step = { userId, purpose, challenge, address, createdAt, expiresAt, provider: provider ?? null }
  await insertChallenge(tx, { tokenHash: hashToken(token), ...step })
  const own = userId === null ? [] : await listPasskeys(tx, userId)
  const isOffered = site.fault === null && (userId === null || own.length > 0)
  const request = {
    challenge,
    rpId: site.rpId,
    timeout: STEP_LIFE_MS,
    userVerification: 'required' as const,
    allowCredentials: own.map(descriptorOf),
  }
  return { challenge: token, expiresAt, signed: challenge, passkey: isOffered ? request : null }
}
