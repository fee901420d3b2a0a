import { HOUR_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../../db/connect.ts'
import type { AdoptionDeps } from '../deps.ts'
import { findChecked, listAdoptedSites } from '../queries.ts'
import * as store from '../store.ts'
import { READ_SITE } from './read-site.ts'

/**
 * A post that was changed while the site was asked may have been missed; and a site that sets its clock back in autumn
 * calls two hours by one name.
 */
const OVERLAP_MS = 2 * HOUR_MS
/**
 * Checks every adopted site for changes since the last check. A site that is being read is skipped for now.
 */
export async function refreshAdoptedSites(deps: AdoptionDeps): Promise<void> {
  const { db, clock, beginRun, hasBuiltInPosts } = deps
  for (const { id: siteId, code } of await listAdoptedSites(db)) {
    if (hasBuiltInPosts(code)) continue
    await transaction(db, async (tx) => {
      const checked = await findChecked(tx, siteId)
      const since = checked ? new Date(checked.startedAt.getTime() - OVERLAP_MS) : null
      const news = { siteId, kind: 'news', userId: null, since, startedAt: clock() } as const
      const run = await store.insertAdoption(tx, news)
      if (run) await beginRun(tx, READ_SITE, { adoptionId: run.id })
    })
  }
}
