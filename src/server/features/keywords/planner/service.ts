import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { type LeadTimes, publishBy } from '#shared/features/keywords/opportunities/rules.ts'
import {
  type PlanBody,
  type PlanChange,
  type PlanQuery,
  plannerEndpoints,
} from '#shared/features/keywords/planner/contract.ts'
import { isPlannable, monthOf, proposedMonth } from '#shared/features/keywords/planner/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { refuseOldVersion } from '../../../db/version.ts'
import { AppError, notFound, RequestInvalid } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { SitesService } from '../../ground/area.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export interface PlannerDeps {
  db: Db
  clock: () => Date
  timeZone: string
  /** Whose searches are planned. */
  market: { source: string }
  sites: Pick<SitesService, 'findSite'>
  readLead: () => Promise<LeadTimes>
}

const todayOf = ({ clock, timeZone }: PlannerDeps) => dayAt(clock(), timeZone)
const viewOf = ({ market }: PlannerDeps, actor: Caller) => ({ viewerId: actor.id, source: market.source })
const dayOf = (month: string) => `${month}-01`

const auditedOf = ({ name, month, note }: Pick<store.PlanRow, 'name' | 'month' | 'note'>) => ({
  keyword: name,
  month: monthOf(month),
  note,
})

function refuseMonth(month: string | undefined, today: string): void {
  if (month !== undefined && !isPlannable(month, today))
    throw new RequestInvalid('body', [{ path: 'month', message: 'Choose one of the next twelve months' }])
}

/** A site for which articles are made. */
async function requireSite({ sites }: PlannerDeps, tx: Db, id: number): Promise<void> {
  const site = await sites.findSite(tx, id)
  if (!site) throw new RequestInvalid('body', [{ path: 'site_id', message: 'Missing Site' }])
  if (site.retiredAt !== null)
    throw new RequestInvalid('body', [{ path: 'site_id', message: `${site.displayName} is retired` }])
}

async function readPlan(deps: PlannerDeps, db: Db, actor: Caller, id: number): Promise<queries.FoundPlan> {
  const [found] = await queries.findPlans(db, viewOf(deps, actor), [id])
  if (!found) throw notFound('Planned keyword')
  return found
}

/** The plans to insert: one per search, in the requested or suggested month. */
async function plansOf(deps: PlannerDeps, actor: Caller, body: PlanBody) {
  const { country, keywords, site_id: siteId, month, note } = body
  const today = todayOf(deps)
  const names = new Map(keywords.map((name) => [keywordIdentity(name), tidyKeyword(name)]))
  const of = { source: deps.market.source, country, identities: [...names.keys()] }
  const [lead, seasons] = await Promise.all([deps.readLead(), queries.findSeasons(deps.db, of)])
  return [...names].map(([identity, typed]) => {
    const known = seasons.get(identity)
    const by = known ? publishBy(known, lead, today) : null
    return {
      country,
      identity,
      name: known?.name ?? typed,
      siteId,
      month: dayOf(month ?? proposedMonth(by, today)),
      publishBy: by?.date ?? null,
      peakOn: by?.peak ?? null,
      userId: actor.id,
      note,
      createdAt: deps.clock(),
    }
  })
}

async function createPlans(deps: PlannerDeps, actor: Caller, { body, once }: { body: PlanBody; once: Once }) {
  requires(actor, plannerEndpoints.create.access)
  refuseMonth(body.month, todayOf(deps))
  const wanted = await plansOf(deps, actor, body)
  const { country, site_id: siteId } = body
  const insert = async (tx: Db) => {
    await requireSite(deps, tx, siteId)
    const rows = await store.insertPlans(tx, wanted)
    for (const row of rows)
      await audit(tx, actor, 'plan.created', { id: row.id, label: row.name, after: auditedOf(row) })
    const identities = wanted.map(({ identity }) => identity)
    const all = await store.listPlansOf(tx, { country, siteId, identities })
    return { planned: rows.map(({ id }) => id), all: all.map(({ id }) => id) }
  }
  const { planned, all } = await transaction(deps.db, (tx) => once(tx, () => insert(tx)))
  const ids = new Set(planned)
  const found = await queries.findPlans(deps.db, viewOf(deps, actor), all)
  return {
    planned: found.filter(({ id }) => ids.has(id)),
    already: found.filter(({ id }) => !ids.has(id)),
  }
}

async function lockPlan(tx: Db, id: number): Promise<store.PlanRow> {
  const row = await store.lockPlan(tx, id)
  if (!row) throw notFound('Planned keyword')
  return row
}

async function changePlan(deps: PlannerDeps, actor: Caller, id: number, change: PlanChange) {
  requires(actor, plannerEndpoints.update.access)
  const { month, note, version } = change
  const today = todayOf(deps)
  await transaction(deps.db, async (tx) => {
    const stored = await lockPlan(tx, id)
    if (stored.removedAt !== null) throw notFound('Planned keyword')
    await refuseOldVersion({
      sent: version,
      stored: stored.version,
      message: 'Another user has changed this card.',
      current: () => readPlan(deps, tx, actor, id),
    })
    const values = { month: month === undefined ? stored.month : dayOf(month), note: note ?? stored.note }
    if (values.month === stored.month && values.note === stored.note) return
    if (values.month !== stored.month) refuseMonth(month, today)
    await store.writePlan(tx, id, values)
    const after = auditedOf({ ...stored, ...values })
    await audit(tx, actor, 'plan.changed', { id, label: stored.name, before: auditedOf(stored), after })
  })
  return readPlan(deps, deps.db, actor, id)
}

async function removePlan(deps: PlannerDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, plannerEndpoints.remove.access)
  await transaction(deps.db, async (tx) => {
    const row = await lockPlan(tx, id)
    if (row.removedAt !== null) return
    await store.writePlan(tx, id, { removedAt: deps.clock() })
    await audit(tx, actor, 'plan.removed', { id, label: row.name, before: auditedOf(row) })
  })
}

async function restorePlan(deps: PlannerDeps, actor: Caller, id: number): Promise<queries.FoundPlan> {
  requires(actor, plannerEndpoints.restore.access)
  await transaction(deps.db, async (tx) => {
    const row = await lockPlan(tx, id)
    if (row.removedAt === null) return
    await requireSite(deps, tx, row.siteId)
    await store.writePlan(tx, id, { removedAt: null })
    await audit(tx, actor, 'plan.restored', { id, label: row.name, after: auditedOf(row) })
  }).catch((error: unknown) => {
    if (isDuplicate(error)) throw new AppError('conflict', 'This keyword has been planned again.')
    throw error
  })
  return readPlan(deps, deps.db, actor, id)
}

/** Searches of a market that sites want articles about, month by month. */
export function createPlannerService(deps: PlannerDeps) {
  return {
    listPlans: (actor: Caller, query: PlanQuery) =>
      queries.listPlans(deps.db, viewOf(deps, actor), { first: monthOf(todayOf(deps)), query }),
    createPlans: (actor: Caller, body: PlanBody, once: Once) => createPlans(deps, actor, { body, once }),
    changePlan: (actor: Caller, id: number, change: PlanChange) => changePlan(deps, actor, id, change),
    removePlan: (actor: Caller, id: number) => removePlan(deps, actor, id),
    restorePlan: (actor: Caller, id: number) => restorePlan(deps, actor, id),
  }
}
export type PlannerService = ReturnType<typeof createPlannerService>
