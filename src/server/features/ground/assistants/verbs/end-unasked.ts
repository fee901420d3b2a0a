import { transaction } from '../../../../db/connect.ts'
import { audit } from '../../../../security/audit.ts'
import type { AssistantDeps } from '../deps.ts'
import { lockConnectionOf } from '../queries.ts'
import { deleteOfGrant } from '../store.ts'

/**
 * Ends a connection because the program gave its tokens back, or because a code or refresh token was used twice, which
 * means that it was stolen. Its user gets a notice.
 */
export async function endUnasked(
  { db, notices, auth, tokens }: Pick<AssistantDeps, 'db' | 'notices' | 'auth' | 'tokens'>,
  grantId: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const connection = await lockConnectionOf(tx, grantId)
    await deleteOfGrant(tx, grantId)
    if (!connection || connection.revokedAt !== null) return
    const { id, userId, name, host } = connection
    await tokens.endAssistants(tx, [id], 'by-program')
    await audit(tx, { kind: 'job', name: 'assistants' }, 'assistant.ended', {
      ...{ id: userId, label: name, after: { name, host } },
    })
    await notices.notify(tx, {
      ...{ userId, kind: 'assistant-ended', actorId: null },
      words: `${name} (${host}) disconnected itself, or one of its keys was used twice. If you still use it, connect it again.`,
    })
  })
  auth.forgetSessions()
}
