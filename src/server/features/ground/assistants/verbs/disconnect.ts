import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AssistantDeps } from '../deps.ts'
import * as store from '../store.ts'

/** Ends a connection of the caller, with all tokens that it was given. */
export async function disconnect(deps: AssistantDeps, actor: PersonActor, id: number): Promise<void> {
  requires(actor, assistantEndpoints.disconnect.access)
  const { db, clock, auth } = deps
  await transaction(db, async (tx) => {
    const now = clock()
    const connection = await store.lockConnection(tx, { userId: actor.id, id }, now)
    if (!connection) throw notFound('Assistant')
    await store.endConnection(tx, connection, { now, revokedFor: 'revoked' })
    const { name, host } = connection
    await audit(tx, actor, 'assistant.disconnected', { id: actor.id, label: name, after: { name, host } })
  })
  auth.forgetSessions()
}
