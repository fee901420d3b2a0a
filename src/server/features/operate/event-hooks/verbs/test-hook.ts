import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { EventHookDeps } from '../deps.ts'
import * as sends from '../send-store.ts'
import * as store from '../store.ts'
import { attempt, hasArrived, tryOf } from './deliver.ts'

/** Sends a test and waits for the answer; returns the id of the send. It changes nothing about how the hook is doing. */
export async function testHook(deps: EventHookDeps, actor: Caller, id: number): Promise<string> {
  requires(actor, eventHookEndpoints.test.access)
  const claim = await transaction(deps.db, async (tx) => {
    const hook = await store.lockHook(tx, id)
    if (!hook) throw notFound('Event hook')
    await audit(tx, actor, 'event-hook.tested', { id, label: hook.name })
    const by = { actorKind: actor.kind, actorName: fullNameOf(actor) }
    const test = { hookId: id, label: 'A test from Copydesk', ...by, now: deps.clock() }
    return { hook, sends: [await sends.insertTest(tx, test)] }
  })
  const [send] = claim.sends
  if (!send) throw new TypeError('There is no test.')
  const made = await attempt(deps, claim)
  await transaction(deps.db, async (tx) => {
    if (!(await store.lockHook(tx, id))) throw notFound('Event hook')
    await sends.insertTries(tx, [tryOf(send, made)])
    // It may have been sent again meanwhile.
    if (hasArrived(made)) await sends.markSent(tx, [send])
    else await sends.endClaim(tx, send, { state: 'given_up', tries: 1, isReported: true })
  })
  return send.id
}
