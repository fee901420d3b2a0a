import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { wakeHooks } from '../../../../security/events.ts'
import type { EventHookDeps } from '../deps.ts'
import { type ReadHook, readHook } from '../hook-reader.ts'
import * as store from '../store.ts'

export async function pauseHook(deps: EventHookDeps, actor: Caller, id: number): Promise<ReadHook> {
  requires(actor, eventHookEndpoints.pause.access)
  await transaction(deps.db, async (tx) => {
    const hook = await store.lockHook(tx, id)
    if (!hook) throw notFound('Event hook')
    if (hook.state === 'paused') return
    await store.updateHook(tx, id, { state: 'paused', stoppedAt: deps.clock(), stoppedBy: actor.id })
    await audit(tx, actor, 'event-hook.paused', { id, label: hook.name })
  })
  return readHook(deps, id)
}

/** Sends what waits at once: the receiver may be back. */
export async function resumeHook(deps: EventHookDeps, actor: Caller, id: number): Promise<ReadHook> {
  requires(actor, eventHookEndpoints.resume.access)
  await transaction(deps.db, async (tx) => {
    const hook = await store.lockHook(tx, id)
    if (!hook) throw notFound('Event hook')
    if (hook.state === 'active') return
    const nextAt = hook.timing === 'daily' ? hook.nextAt : null
    await store.updateHook(tx, id, {
      ...{ state: 'active', stoppedAt: null, stoppedBy: null, failingSince: null, failures: 0, nextAt },
    })
    await audit(tx, actor, 'event-hook.resumed', { id, label: hook.name })
    await wakeHooks(tx, [id])
  })
  return readHook(deps, id)
}

export async function deleteHook(deps: EventHookDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, eventHookEndpoints.remove.access)
  await transaction(deps.db, async (tx) => {
    const hook = await store.lockHook(tx, id)
    if (!hook) throw notFound('Event hook')
    await store.deleteHook(tx, id, deps.clock())
    await audit(tx, actor, 'event-hook.deleted', { id, label: hook.name, before: { host: hook.host } })
  })
}
