import { transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { closeRun } from '../../../../kernel/runs/runs-store.ts'
import { type Actor, type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AdoptionDeps, ReadSite } from '../deps.ts'
import * as store from '../store.ts'
import { READ_SITE } from './read-site.ts'

const ACCESS = ['ManageSites'] as const
const UNDER_WAY = 'The posts of this site are already being read.'

/** Why the posts of a site cannot be read; null if they can. */
export function refusalOf({ hasBuiltInPosts }: Pick<AdoptionDeps, 'hasBuiltInPosts'>, site: ReadSite) {
  if (site.retiredAt !== null) return 'This site is retired. Reactivate it first.'
  if (!hasBuiltInPosts(site.code)) return null
  return `${site.displayName} isn’t connected to WordPress; its posts are stored in Copydesk. Add its address and an application password to WP_SITES, under ${site.code}, and restart the server.`
}

interface StartDeps extends Pick<AdoptionDeps, 'db' | 'clock' | 'hasBuiltInPosts'> {
  beginRun: AdoptionDeps['beginRun']
}

/**
 * Begins to read every published post of a site. A run over its news makes room; one over all posts that is under way
 * is `UNDER_WAY`, or, with `join`, the one that is answered.
 */
export async function startAdoption(
  { db, clock, beginRun, ...deps }: StartDeps,
  actor: Actor,
  site: ReadSite,
  { join }: { join: boolean } = { join: false },
): Promise<store.AdoptionRow> {
  const refusal = refusalOf(deps, site)
  if (refusal !== null) throw new AppError('conflict', refusal)
  const now = clock()
  return transaction(db, async (tx) => {
    const running = await store.findRunning(tx, site.id)
    if (running?.kind === 'whole') {
      if (join) {
        await beginRun(tx, READ_SITE, { adoptionId: running.id })
        return running
      }
      throw new AppError('conflict', UNDER_WAY)
    }
    if (running) {
      await store.endAdoption(tx, running.id, { now, reason: 'A full run was requested.' })
      await closeRun(tx, { name: READ_SITE, key: { adoptionId: running.id } }, now)
    }
    const userId = actor.kind === 'person' || actor.kind === 'token' ? actor.id : null
    const whole = { siteId: site.id, kind: 'whole', userId, since: null, startedAt: now } as const
    const run = await store.insertAdoption(tx, whole)
    // Another call was faster.
    if (run === undefined) throw new AppError('conflict', UNDER_WAY)
    await beginRun(tx, READ_SITE, { adoptionId: run.id })
    await audit(tx, actor, 'site.adopted', { id: site.code, label: site.displayName })
    return run
  })
}

export async function readSite(
  { db, sites }: Pick<AdoptionDeps, 'db' | 'sites'>,
  id: number,
): Promise<ReadSite> {
  const site = await sites.findSite(db, id)
  if (!site) throw notFound('Site')
  return site
}

/** Begins to read every published post of a site on behalf of a user. */
export async function adoptSite(deps: AdoptionDeps, actor: Caller, siteId: number) {
  requires(actor, ACCESS)
  return startAdoption(deps, actor, await readSite(deps, siteId))
}

/** Stops the run of a site that is under way; what it has read stays. */
export async function stopAdoption(deps: AdoptionDeps, actor: Caller, siteId: number): Promise<void> {
  requires(actor, ACCESS)
  const site = await readSite(deps, siteId)
  const { db, clock } = deps
  await transaction(db, async (tx) => {
    const running = await store.findRunning(tx, siteId)
    if (running === undefined) throw new AppError('conflict', 'No run is in progress.')
    const reason = `Stopped by ${fullNameOf(actor)}.`
    const now = clock()
    await store.endAdoption(tx, running.id, { now, reason })
    await closeRun(tx, { name: READ_SITE, key: { adoptionId: running.id } }, now)
    await audit(tx, actor, 'site.adoption-stopped', { id: site.code, label: site.displayName })
  })
}
