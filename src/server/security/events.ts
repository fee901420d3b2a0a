import { jobLabel } from '#shared/features/operate/failed-jobs/rules.ts'
import { type Db, transaction } from '../db/connect.ts'
import { wake } from '../jobs/wake.ts'
import { freeHeld, insertSends, type NewEvent, removeHeld } from './event-store.ts'

/** The job that sends what waits for a hook. */
export const DELIVER = 'event-hooks.deliver'

export async function wakeHooks(tx: Db, hookIds: readonly number[], afterSeconds = 0): Promise<void> {
  for (const hookId of hookIds) await wake(tx, { name: DELIVER, payload: { hookId }, afterSeconds })
}

/** Records an event that is no act of the audit trail, in the transaction in which it becomes true. */
export async function emitEvent(
  tx: Db,
  event: Omit<NewEvent, 'actorKind' | 'actorName'> & { job: string },
): Promise<void> {
  const { job, ...told } = event
  await wakeHooks(tx, await insertSends(tx, { ...told, actorKind: 'job', actorName: job }))
}

/** Records a decision on an article that can’t be undone any more. */
export const releaseEvents = async (tx: Db, articleId: number): Promise<void> =>
  wakeHooks(tx, await freeHeld(tx, articleId))

/** A decision that was undone is never told. */
export const dropEvents = removeHeld

/** Records that a job failed for good. Jobs of hooks are left out, because that would never end. */
export async function tellGivenUp(db: Db, { name, id }: { name: string; id: string }): Promise<void> {
  if (name.startsWith('event-hooks.')) return
  await transaction(db, (tx) =>
    emitEvent(tx, { type: 'job.given_up', subjectId: id, label: jobLabel(name), job: name }),
  )
}
