import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { PermanentJobFailure } from '../../../../jobs/job-errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { wakeHooks } from '../../../../security/events.ts'
import type { EventHookDeps } from '../deps.ts'
import { momentsOf } from '../queries.ts'
import * as sends from '../send-store.ts'
import * as store from '../store.ts'

/** An active hook, locked, whose receiver is tried again without a rest. */
async function lockActive(tx: Db, id: number): Promise<store.HookRecord> {
  const hook = await store.lockHook(tx, id)
  if (!hook) throw notFound('Event hook')
  if (hook.state !== 'active') throw new AppError('conflict', 'This hook is stopped. Resume it first.')
  if (hook.format === 'standard') await store.noteSending(tx, id, { nextAt: null })
  return hook
}

/** Sends an event again, with its id. */
export async function sendAgain(
  deps: EventHookDeps,
  actor: Caller,
  { id, sendId }: { id: number; sendId: string },
): Promise<void> {
  requires(actor, eventHookEndpoints.sendAgain.access)
  await transaction(deps.db, async (tx) => {
    const hook = await lockActive(tx, id)
    const [found] = await sends.requeueSend(tx, id, sendId)
    if (found === undefined) throw notFound('Event')
    await audit(tx, actor, 'event-hook.sent-again', { id, label: hook.name, after: { send: sendId } })
    await wakeHooks(tx, [id])
  })
}

/** The same for all that failed in these days; returns their number. */
export async function sendFailedAgain(
  deps: EventHookDeps,
  actor: Caller,
  { id, since, until }: { id: number; since: string | undefined; until: string | undefined },
): Promise<number> {
  requires(actor, eventHookEndpoints.sendFailedAgain.access)
  return transaction(deps.db, async (tx) => {
    const hook = await lockActive(tx, id)
    const moments = await momentsOf(tx, { since, until, timeZone: deps.timeZone })
    const { length: count } = await sends.requeueFailed(tx, id, moments)
    await audit(tx, actor, 'event-hook.sent-again', { id, label: hook.name, after: { count } })
    await wakeHooks(tx, [id])
    return count
  })
}

/**
 * Lets a send that failed for good stand among the failed jobs: its first run fails, and so does one that repeats it
 * because its server died. One that somebody asked for there sends the event again.
 */
export async function reportGivenUp(
  { db }: Pick<EventHookDeps, 'db'>,
  { sendId, jobId }: { sendId: string; jobId: string | undefined },
): Promise<void> {
  const found = await sends.findGivenUp(db, sendId)
  if (!found) return
  const isFirst = await sends.takeUnreported(db, sendId)
  if (isFirst || !(await sends.isAskedFor(db, jobId)))
    throw new PermanentJobFailure(
      `“${found.hook}”: ${found.error ?? `the receiver answered ${found.status}.`}`,
    )
  await transaction(db, async (tx) => {
    await sends.requeueSend(tx, found.hookId, sendId)
    await wakeHooks(tx, [found.hookId])
  })
}
