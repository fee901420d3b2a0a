import { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import { isDigestTime } from '#shared/features/ground/notices/form.ts'
import { localTimeAt } from '#shared/format/local-time.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { lockPreferences, markDigested } from '../choices-store.ts'
import { listDue } from '../digest-queries.ts'
import { markMailed } from '../store.ts'
import { readDigest, readWays } from '../ways-reader.ts'
import type { ChooseDeps } from './choose-ways.ts'

export const MAIL_DIGEST = 'notices.mail-digest'

export interface DigestDeps extends ChooseDeps {
  enqueue: Enqueue
}

/**
 * Enqueues the mail with a user's digest and marks its notices as mailed, in one transaction. Returns their number.
 * The user's preferences must be locked.
 */
async function enqueueDigest(tx: Db, deps: DigestDeps, userId: number): Promise<number> {
  const now = deps.clock()
  const ways = await readWays(tx, deps, userId)
  const ids = (await readDigest(tx, userId, { ways, now })).map(({ notice }) => notice.id)
  if (ids.length === 0) return 0
  await markMailed(tx, ids, now)
  await deps.enqueue(tx, MAIL_DIGEST, { userId, ids })
  return ids.length
}

/** Sends the digests whose hour has come, each user's once a day, however often and on however many servers it runs. */
export async function sendDigests(deps: DigestDeps): Promise<void> {
  // The notices stay unmailed until there is a mail server.
  if (!deps.sendsMail) return
  const now = localTimeAt(deps.clock(), deps.timeZone)
  const failures: unknown[] = []
  for (const userId of await listDue(deps.db, now))
    await transaction(deps.db, async (tx) => {
      const preferences = await lockPreferences(tx, userId)
      if (!isDigestTime(preferences, now) || !(await markDigested(tx, userId, now.day))) return
      await enqueueDigest(tx, deps, userId)
    }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some digests could not be sent.')
}

/** Sends a user's digest ahead of its time. */
export async function sendOwnDigest(deps: DigestDeps, actor: PersonActor): Promise<void> {
  requires(actor, noticeEndpoints.sendDigest.access)
  await transaction(deps.db, async (tx) => {
    await lockPreferences(tx, actor.id)
    const count = await enqueueDigest(tx, deps, actor.id)
    if (count === 0) throw new AppError('conflict', 'Nothing is new, so there is no digest to send.')
    const after = { notices: count }
    await audit(tx, actor, 'notification.digest-sent', { id: actor.id, label: fullNameOf(actor), after })
  })
}
