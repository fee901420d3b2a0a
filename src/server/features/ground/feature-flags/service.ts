import {
  type FlagChange,
  featureFlagEndpoints,
  type NewFlag,
} from '#shared/features/ground/feature-flags/contract.ts'
import { FLAG_NAMES, flagFault } from '#shared/features/ground/feature-flags/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { refuseOldVersion } from '../../../db/version.ts'
import { AppError, notFound, RequestInvalid } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { Flags } from './flag-reader.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export interface FlagDeps {
  db: Db
  clock: () => Date
  timeZone: string
  flags: Pick<Flags, 'counted'>
}

/** Readings of each declared flag today, and the last one, including those not stored yet. */
async function listUses({ db, clock, timeZone, flags }: FlagDeps): Promise<queries.FlagReads[]> {
  const today = dayAt(clock(), timeZone)
  const kept = new Map((await queries.listReads(db, today)).map((each) => [each.name, each]))
  const counted = flags.counted()
  return FLAG_NAMES.map((name) => {
    const days = [...counted].flatMap(([day, reads]) => (reads.has(name) ? [day] : []))
    const { today: reads = 0, last = null } = kept.get(name) ?? {}
    return {
      name,
      today: reads + (counted.get(today)?.get(name) ?? 0),
      last: [...days, ...(last === null ? [] : [last])].toSorted().at(-1) ?? null,
    }
  })
}

const stateOf = ({ name, type, value }: Pick<store.FlagRow, 'name' | 'type' | 'value'>) => ({
  feature_flag: name,
  type,
  value,
})

function refuseFaulty({ feature_flag, type, value }: NewFlag): void {
  const fault = flagFault(feature_flag, type, value)
  if (fault) throw new RequestInvalid('body', [fault])
}

const taken = (name: string, isArchived = false) =>
  new AppError(
    'conflict',
    isArchived ? `${name} is archived. Restore it instead.` : `${name} already exists.`,
  )

/** Tells who came second of two at the same time. */
const refuseTaken =
  (name: string) =>
  (error: unknown): never => {
    throw isDuplicate(error) ? taken(name) : error
  }

async function readFlag(db: Db, id: number): Promise<queries.FoundFlag> {
  const found = await queries.findFlag(db, id)
  if (!found) throw notFound('Flag')
  return found
}

/** The flag, locked; one that is archived is not there. */
async function lockSet(tx: Db, id: number): Promise<store.FlagRow> {
  const row = await store.lockFlag(tx, id)
  if (!row || row.archivedAt !== null) throw notFound('Flag')
  return row
}

export interface ReadFlag {
  id: number
  /** The version that the caller has read; left out, the last one wins. */
  version?: number | undefined
}

const refuseChanged = <Current>(
  sent: number | undefined,
  row: store.FlagRow,
  current: () => Current | Promise<Current>,
) => refuseOldVersion({ sent, stored: row.version, message: 'Another user has changed this flag.', current })

async function createFlag(
  { db, clock }: FlagDeps,
  actor: Caller,
  { given, once }: { given: NewFlag; once: Once },
) {
  requires(actor, featureFlagEndpoints.create.access)
  refuseFaulty(given)
  const deed = { userId: actor.id, now: clock() }
  const insert = async (tx: Db) => {
    const existing = await store.findFlagByName(tx, given.feature_flag)
    if (existing) throw taken(given.feature_flag, existing.archivedAt !== null)
    const { feature_flag: name, type, value } = given
    const flagId = await store.insertFlag(tx, { name, type, value }, deed)
    await store.insertChange(tx, { flagId, act: 'created', after: given }, deed)
    await audit(tx, actor, 'flag.created', { id: flagId, label: name, after: given })
    return flagId
  }
  const id = await transaction(db, (tx) => once(tx, () => insert(tx))).catch(refuseTaken(given.feature_flag))
  return readFlag(db, id)
}

async function updateFlag({ db, clock }: FlagDeps, actor: Caller, id: number, change: FlagChange) {
  requires(actor, featureFlagEndpoints.update.access)
  const deed = { userId: actor.id, now: clock() }
  const { version, ...fields } = change
  await transaction(db, async (tx) => {
    const row = await lockSet(tx, id)
    await refuseChanged(version, row, () => readFlag(tx, id))
    const before = stateOf(row)
    const after = { ...before, ...fields }
    refuseFaulty(after)
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const { feature_flag: name, type, value } = after
    const other = name === row.name ? undefined : await store.findFlagByName(tx, name)
    if (other) throw taken(name, other.archivedAt !== null)
    await store.writeFlag(tx, id, { name, type, value }, deed)
    await store.insertChange(tx, { flagId: id, act: 'changed', before, after }, deed)
    await audit(tx, actor, 'flag.changed', { id, label: name, before, after })
  }).catch(refuseTaken(change.feature_flag ?? ''))
  return readFlag(db, id)
}

/** Archives a flag: what reads it goes by its default. */
async function archiveFlag({ db, clock }: FlagDeps, actor: Caller, { id, version }: ReadFlag): Promise<void> {
  requires(actor, featureFlagEndpoints.remove.access)
  const deed = { userId: actor.id, now: clock() }
  await transaction(db, async (tx) => {
    const row = await lockSet(tx, id)
    await refuseChanged(version, row, () => null)
    await store.writeFlag(tx, id, { archivedAt: deed.now }, deed)
    const state = stateOf(row)
    await store.insertChange(tx, { flagId: id, act: 'archived', before: state, after: state }, deed)
    await audit(tx, actor, 'flag.archived', { id, label: row.name, before: state })
  })
}

async function restoreFlag({ db, clock }: FlagDeps, actor: Caller, { id, version }: ReadFlag) {
  requires(actor, featureFlagEndpoints.restore.access)
  const deed = { userId: actor.id, now: clock() }
  await transaction(db, async (tx) => {
    const row = await store.lockFlag(tx, id)
    if (!row) throw notFound('Flag')
    // Twice is as good as once.
    if (row.archivedAt === null) return
    await refuseChanged(version, row, () => null)
    await store.writeFlag(tx, id, { archivedAt: null }, deed)
    await store.insertChange(tx, { flagId: id, act: 'restored', after: stateOf(row) }, deed)
    await audit(tx, actor, 'flag.restored', { id, label: row.name, after: stateOf(row) })
  })
  return readFlag(db, id)
}

/** What of the product is switched how, and who switched it. */
export function createFlagsService(deps: FlagDeps) {
  const { db } = deps
  return {
    listFlags: () => queries.listFlags(db),
    listUses: () => listUses(deps),
    listEvents: () => queries.listEvents(db),
    createFlag: (actor: Caller, given: NewFlag, once: Once) => createFlag(deps, actor, { given, once }),
    updateFlag: (actor: Caller, id: number, change: FlagChange) => updateFlag(deps, actor, id, change),
    archiveFlag: (actor: Caller, flag: ReadFlag) => archiveFlag(deps, actor, flag),
    restoreFlag: (actor: Caller, flag: ReadFlag) => restoreFlag(deps, actor, flag),
  }
}
export type FlagsService = ReturnType<typeof createFlagsService>
