import { MINUTE_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type ProviderLogout, ProviderRefusal } from '../../../../integrations/sign-in-provider/port.ts'
import { audit } from '../../../../security/audit.ts'
import { createThrottle } from '../../../../security/throttle.ts'
import type { ConfiguredDeps } from '../deps.ts'
import * as store from '../store.ts'

/** Longer than a logout token is accepted. */
const REMEMBERED_MS = 15 * MINUTE_MS

const invalid = () => new AppError('invalid', 'This logout token can’t be accepted.')

async function readToken({ log, signInProvider }: ConfiguredDeps, token: string): Promise<ProviderLogout> {
  try {
    return await signInProvider.readLogout(token)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    log.warn({ err: error }, `refused a logout token of ${signInProvider.label}`)
    throw invalid()
  }
}

/** Ends sessions that ended at the provider: the one that it names, or all of a user. */
export async function endByProvider(deps: ConfiguredDeps, token: string): Promise<void> {
  const { db, clock, auth, signInProvider } = deps
  const { id, issuer, subject, sessionId } = await readToken(deps, token)
  await transaction(db, async (tx) => {
    // Together with what it ends: a token whose work failed may be sent again.
    const once = createThrottle(tx, { name: 'logout tokens', most: 1, windowMs: REMEMBERED_MS })
    if ((await once.take(`${issuer} ${id}`, clock())) > 0) throw invalid()
    const ended = await store.endSessionsOfProvider(tx, { issuer, subject, sid: sessionId, now: clock() })
    const actor = { kind: 'webhook', source: signInProvider.label } as const
    for (const { userId, label, sessionsEnded } of ended)
      await audit(tx, actor, 'user.signed-out', { id: userId, label, after: { sessionsEnded } })
  })
  auth.forgetSessions()
}
