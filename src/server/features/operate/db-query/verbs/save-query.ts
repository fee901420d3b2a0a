import { dbQueryEndpoints } from '#shared/features/operate/db-query/contract.ts'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { type Once, withoutKey } from '../../../../calls/once.ts'
import type { Db } from '../../../../db/connect.ts'
import { transaction } from '../../../../db/connect.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { forbidden, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AskingDeps } from '../deps.ts'
import { type FoundQuery, findQuery } from '../queries.ts'
import * as store from '../store.ts'

type Saving = Pick<AskingDeps, 'db' | 'clock'>

export interface SavedWords {
  name: string
  query: string
}

async function readQuery(db: Db, id: number): Promise<FoundQuery> {
  const found = await findQuery(db, id)
  if (!found) throw notFound('Query')
  return found
}

async function lockOwn(tx: Db, actor: Caller, id: number): Promise<store.QueryRow> {
  const query = await store.lockQuery(tx, id)
  if (!query) throw notFound('Query')
  if (query.userId !== actor.id)
    throw forbidden('Only the owner can change this query. Save it under another name.')
  return query
}

export async function saveQuery(
  { db, clock }: Saving,
  actor: Caller,
  { name, query }: SavedWords,
  once: Once = withoutKey,
) {
  requires(actor, dbQueryEndpoints.save.access)
  return transaction(db, async (tx) => {
    const id = await once(tx, async () => {
      const values = { name, statement: query, updatedAt: clock() }
      const made = await store.insertQuery(tx, { ...values, userId: actor.id })
      await audit(tx, actor, 'query.saved', { id: made, label: name, after: { name, statement: query } })
      return made
    })
    return readQuery(tx, id)
  })
}

export async function updateQuery(
  { db, clock }: Saving,
  actor: Caller,
  { id, name, query, version }: SavedWords & { id: number; version: number },
) {
  requires(actor, dbQueryEndpoints.update.access)
  return transaction(db, async (tx) => {
    const before = await lockOwn(tx, actor, id)
    await refuseOldVersion({
      ...{ sent: version, stored: before.version },
      message: 'This query has changed since you opened it.',
      current: () => readQuery(tx, id),
    })
    await store.updateQuery(tx, before, { name, statement: query, updatedAt: clock() })
    const { name: oldName, statement } = before
    await audit(tx, actor, 'query.changed', {
      ...{ id, label: name },
      before: { name: oldName, statement },
      after: { name, statement: query },
    })
    return readQuery(tx, id)
  })
}

export async function removeQuery({ db }: Saving, actor: Caller, id: number): Promise<void> {
  requires(actor, dbQueryEndpoints.remove.access)
  await transaction(db, async (tx) => {
    const query = await store.lockQuery(tx, id)
    if (!query) throw notFound('Query')
    const { owner } = await readQuery(tx, id)
    if (owner.active && query.userId !== actor.id) throw forbidden('Only the owner can delete this query.')
    const { name } = query
    await store.removeQuery(tx, id)
    await audit(tx, actor, 'query.deleted', { id, label: name })
  })
}

/** Hands over a user's saved queries in the caller's transaction; returns which. */
export async function handOverQueries(
  tx: Db,
  actor: Caller,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<number[]> {
  requires(actor, offboardingEndpoints.handOver.access)
  const queries = await store.lockOwnQueries(tx, fromId)
  for (const query of queries) {
    await store.giveQuery(tx, query, toId)
    const changes = { before: { userId: fromId }, after: { userId: toId } }
    await audit(tx, actor, 'query.handed-over', { id: query.id, label: query.name, ...changes })
  }
  return queries.map(({ id }) => id)
}
