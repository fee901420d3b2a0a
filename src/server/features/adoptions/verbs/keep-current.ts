import { HOUR_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import type { AdoptionParts } from '../parts.ts'
import { findChecked, listAdoptedSites, listRunning } from '../queries.ts'
import * as store from '../store.ts'
import { READ_SITE } from './read-site.ts'

/**
 * A post that was changed while the site was asked may have been missed; and a site that sets its clock back in autumn
 * calls two hours by one name.
 */
const OVERLAP_MS = 2 * HOUR_MS
/** Longer than any step with its pauses, so its worker has died. */
const LOST_MS = 20 * 60_000

/** Goes on with runs whose job got lost, or whose command was killed. */
async function resumeLost({ db, clock, enqueue, isUnderWay }: AdoptionParts): Promise<void> {
  for (const { id, touchedAt } of await listRunning(db)) {
    const payload = { adoptionId: id }
    if (clock().getTime() - touchedAt.getTime() < LOST_MS || (await isUnderWay(READ_SITE, payload))) continue
    await enqueue(db, READ_SITE, payload)
  }
}

/**
 * Checks every adopted site for changes since the last check. A site that is being read is skipped for now.
 */
export async function keepCurrent(parts: AdoptionParts): Promise<void> {
  const { db, clock, enqueue, hasBuiltInPosts } = parts
  await resumeLost(parts)
  for (const { id: siteId, code } of await listAdoptedSites(db)) {
    if (hasBuiltInPosts(code)) continue
    await transaction(db, async (tx) => {
      const checked = await findChecked(tx, siteId)
      const since = checked ? new Date(checked.startedAt.getTime() - OVERLAP_MS) : null
      const news = { siteId, kind: 'news', userId: null, since, startedAt: clock() } as const
      const run = await store.insertAdoption(tx, news)
      if (run) await enqueue(tx, READ_SITE, { adoptionId: run.id })
    })
  }
}
