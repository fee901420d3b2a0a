import type { FastifyBaseLogger } from 'fastify'
import type { KeywordBody, KeywordChange } from '#shared/features/keywords/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/contract.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { AppError, notFound, OldVersion } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { readKeywords } from '../queries.ts'
import * as store from '../store.ts'
import { resolveSites, resolveTags } from './choices.ts'

interface SaveParts {
  db: Db
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info'>
}

const taken = (keyword: string, id: number) =>
  new AppError('conflict', `There is a keyword “${keyword}” already.`, { details: { keyword_id: id } })

async function valuesOf(tx: Db, { keyword, tags, sites, tracked }: KeywordBody) {
  return {
    keyword,
    isTracked: tracked,
    tagIds: await resolveTags(tx, tags),
    siteIds: await resolveSites(tx, sites),
  }
}

/** A new keyword's number. */
export async function createKeyword(
  { db, clock }: Omit<SaveParts, 'log'>,
  actor: Caller,
  body: KeywordBody,
): Promise<number> {
  requires(actor, keywordEndpoints.create.access)
  return transaction(db, async (tx) => {
    const id = await store.insertKeyword(tx, await valuesOf(tx, body), clock())
    if (id === null) throw taken(body.keyword, (await store.findOther(tx, body.keyword, null)) ?? 0)
    await audit(tx, actor, 'keyword.created', { id, label: body.keyword, after: body })
    return id
  })
}

/**
 * Makes a keyword what the form says. Without a version the last save wins, which is written down; with an old one
 * nobody's is lost.
 */
export async function updateKeyword(
  { db, clock, log }: SaveParts,
  actor: Caller,
  id: number,
  { version, ...body }: KeywordChange,
): Promise<void> {
  requires(actor, keywordEndpoints.update.access)
  const isSaved = await transaction(db, async (tx) => {
    const before = await store.lockKeyword(tx, id)
    const values = await valuesOf(tx, body)
    if (!before || !(await store.updateKeyword(tx, { id, version }, values, clock()))) return false
    await audit(tx, actor, 'keyword.changed', { id, label: body.keyword, before, after: values })
    return true
  }).catch(async (error: unknown) => {
    const other = isDuplicate(error) ? await store.findOther(db, body.keyword, id) : null
    throw other === null ? error : taken(body.keyword, other)
  })
  if (!isSaved) {
    const [current] = await readKeywords(db, [id], actor.id)
    if (!current) throw notFound('Keyword')
    throw new OldVersion('Somebody else has saved this keyword in the meantime.', current)
  }
  if (version === undefined)
    log.info({ keywordId: id, userId: actor.id }, 'keyword saved without its version')
}
