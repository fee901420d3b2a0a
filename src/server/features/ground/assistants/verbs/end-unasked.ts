import { transaction } from '../../../../db/connect.ts'
import { audit } from '../../../../security/audit.ts'
import type { AssistantDeps } from '../deps.ts'
import * as store from '../store.ts'

/**
 * Ends a connection because the program gave its tokens back, or because a code or refresh token was used twice, which
 * means that somebody else has it, too. Its person gets a notice.
 */
export async function endUnasked(
  { db, clock, notices, auth }: Pick<AssistantDeps, 'db' | 'clock' | 'notices' | 'auth'>,
  grantId: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const connection = await store.lockConnectionOf(tx, grantId)
    await store.deleteOfGrant(tx, grantId)
    if (!connection || connection.revokedAt !== null) return
    const { id, userId, name, host } = connection
    await store.endConnection(tx, { id, grantId }, { now: clock(), revokedFor: 'by-program' })
    await audit(tx, { kind: 'job', name: 'assistants' }, 'assistant.ended', {
      ...{ id: userId, label: name, after: { name, host } },
    })
    await notices.notify(tx, {
      ...{ userId, kind: 'assistant-ended', actorId: null },
      words: `${name} (${host}) disconnected itself, or its key was used twice. If you still use it, connect it again.`,
    })
  })
  auth.forgetSessions()
}
