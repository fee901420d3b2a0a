import type { Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { rivalriesEndpoints } from '#shared/features/posts/rivalries/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { RivalriesDeps } from '../deps.ts'
import { findRivals } from '../queries.ts'
import * as store from '../store.ts'

interface RivalryOfPeriod {
  query: string
  period: Period
}

/** Leaves the posts that take a query from each other as they are, until others do. */
export async function leaveRivalry(
  { db, clock }: RivalriesDeps,
  actor: Caller,
  { query, period }: RivalryOfPeriod,
): Promise<void> {
  requires(actor, rivalriesEndpoints.leave.access)
  await transaction(db, async (tx) => {
    const rivals = await findRivals(tx, { query, period })
    if (!rivals) throw notFound('Query')
    const isNew = await store.insertLeft(tx, { query, rivals, userId: actor.id, createdAt: clock() })
    if (isNew) await audit(tx, actor, 'post.rivalry-left', { label: query, after: { posts: rivals.length } })
  })
}

/** Takes that back. */
export async function takeUpRivalry(
  { db }: RivalriesDeps,
  actor: Caller,
  { query, period }: RivalryOfPeriod,
): Promise<void> {
  requires(actor, rivalriesEndpoints.takeUp.access)
  await transaction(db, async (tx) => {
    const rivals = await findRivals(tx, { query, period })
    if (!rivals || !(await store.removeLeft(tx, { query, rivals }))) throw notFound('Query')
    await audit(tx, actor, 'post.rivalry-taken-up', { label: query, after: { posts: rivals.length } })
  })
}
