import { signInRulesEndpoints } from '#shared/features/ground/sign-in-rules/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AssistantDeps } from '../deps.ts'
import { listOthers } from '../queries.ts'

/** Ends the connections of hosts that the sign-in rules no longer name. */
export const createEndOthers =
  ({ clock, tokens }: Pick<AssistantDeps, 'clock' | 'tokens'>) =>
  async (tx: Db, actor: PersonActor, hosts: readonly string[]): Promise<void> => {
    requires(actor, signInRulesEndpoints.save.access)
    const others = await listOthers(tx, hosts, clock())
    if (others.length === 0) return
    const ids = others.map(({ id }) => id)
    await tokens.endAssistants(tx, ids, 'not-allowed')
    for (const { userId, name, host } of others)
      await audit(tx, actor, 'assistant.disconnected', { id: userId, label: name, after: { name, host } })
  }
