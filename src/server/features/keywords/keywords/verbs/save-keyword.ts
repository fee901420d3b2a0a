import type { FastifyBaseLogger } from 'fastify'
import type { KeywordBody, KeywordChange } from '#shared/features/keywords/keywords/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, isDuplicate, transaction } from '../../../../db/connect.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { KeywordNames } from '../name-queries.ts'
import { readKeywords } from '../row-queries.ts'
import * as store from '../store.ts'
import { resolveSites, resolveTags } from './choices.ts'

/** A user's edit of a keyword. */
export interface KeywordEdit {
  id: number
  actor: Caller
  before: Omit<store.LockedKeyword, 'version'>
  /** Only the fields that were sent. */
  after: Partial<store.KeywordValues>
  now: Date
}
/** Keywords that a user added together. */
export interface KeywordAddition extends Pick<KeywordEdit, 'actor' | 'now'> {
  ids: readonly number[]
}
/** Runs in the transaction of every edit. Returns the id of the change that undoes it, or null. */
export type KeywordListener = (tx: Db, edit: KeywordEdit) => Promise<number | null>
/** The same for added keywords. */
export type AdditionListener = (tx: Db, added: KeywordAddition) => Promise<number | null>

export interface SaveDeps {
  names: KeywordNames
  db: Db
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info'>
  listeners?: readonly KeywordListener[]
  additions?: readonly AdditionListener[]
}

const taken = (keyword: string, id: number) =>
  new AppError('conflict', `The keyword “${keyword}” already exists.`, { details: { keyword_id: id } })

async function choicesOf(tx: Db, { tags, sites }: Pick<KeywordBody, 'tags' | 'sites'>) {
  return { tagIds: await resolveTags(tx, tags), siteIds: await resolveSites(tx, sites) }
}

async function changeOf(tx: Db, { keyword, tags, sites, tracked }: KeywordChange) {
  return {
    ...(keyword === undefined ? {} : { keyword }),
    ...(tracked === undefined ? {} : { isTracked: tracked }),
    ...(tags === undefined ? {} : { tagIds: await resolveTags(tx, tags) }),
    ...(sites === undefined ? {} : { siteIds: await resolveSites(tx, sites) }),
  }
}

/** Returns the new keyword's id and the id of the change that undoes it, if any. */
export async function createKeyword(
  { db, clock, additions = [] }: Pick<SaveDeps, 'db' | 'clock' | 'additions'>,
  actor: Caller,
  { body, once }: { body: KeywordBody; once: Once },
): Promise<{ id: number; changeId: number | null }> {
  requires(actor, keywordEndpoints.create.access)
  const insert = async (tx: Db) => {
    const now = clock()
    const values = { keyword: body.keyword, isTracked: body.tracked, ...(await choicesOf(tx, body)) }
    const id = await store.insertKeyword(tx, values, now)
    if (id === null) throw taken(body.keyword, (await store.findOther(tx, body.keyword, null)) ?? 0)
    let changeId: number | null = null
    for (const listener of additions) changeId ??= await listener(tx, { ids: [id], actor, now })
    await audit(tx, actor, 'keyword.created', { id, label: body.keyword, after: body })
    return { id, changeId }
  }
  return transaction(db, (tx) => once(tx, () => insert(tx)))
}

/**
 * Updates only the given fields. Without a version the last save wins, which is logged; an outdated version
 * is refused, so that no edit is lost. Returns the id of the change that undoes it, or null.
 */
export async function updateKeyword(
  { db, clock, names, log, listeners = [] }: SaveDeps,
  actor: Caller,
  id: number,
  { version, ...body }: KeywordChange,
): Promise<number | null> {
  requires(actor, keywordEndpoints.update.access)
  const made = await transaction(db, async (tx) => {
    const values = await changeOf(tx, body)
    const stored = await store.lockKeyword(tx, id)
    if (!stored) throw notFound('Keyword')
    const { version: current, ...before } = stored
    await refuseOldVersion({
      sent: version,
      stored: current,
      message: 'Another user has saved this keyword.',
      current: async () => (await readKeywords(tx, { ids: [id], viewerId: actor.id, names }))[0],
    })
    const now = clock()
    await store.updateKeyword(tx, id, values, now)
    let changeId: number | null = null
    for (const listener of listeners)
      changeId ??= await listener(tx, { id, actor, before, after: values, now })
    const { trackedSince: _since, ...told } = before
    await audit(tx, actor, 'keyword.changed', {
      id,
      label: body.keyword ?? before.keyword,
      before: told,
      after: values,
    })
    return changeId
  }).catch(async (error: unknown) => {
    const { keyword } = body
    const other = keyword !== undefined && isDuplicate(error) ? await store.findOther(db, keyword, id) : null
    throw keyword === undefined || other === null ? error : taken(keyword, other)
  })
  if (version === undefined)
    log.info({ keywordId: id, userId: actor.id }, 'keyword saved without its version')
  return made
}
