import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AssistantDeps } from '../deps.ts'
import { lockConnection } from '../queries.ts'
import { deleteOfGrant } from '../store.ts'

/** Ends a connection of the caller, with all tokens that the program was given. */
export async function disconnect(deps: AssistantDeps, actor: PersonActor, id: number): Promise<void> {
  requires(actor, assistantEndpoints.disconnect.access)
  const { db, clock, auth, tokens } = deps
  await transaction(db, async (tx) => {
    const connection = await lockConnection(tx, { userId: actor.id, id }, clock())
    if (!connection) throw notFound('Assistant')
    const { name, host, grantId } = connection
    await tokens.endAssistants(tx, [id], 'revoked')
    await deleteOfGrant(tx, grantId)
    await audit(tx, actor, 'assistant.disconnected', { id: actor.id, label: name, after: { name, host } })
  })
  auth.forgetSessions()
}
