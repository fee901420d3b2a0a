import type { KeywordBody } from '#shared/features/keywords/contract.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import * as store from '../store.ts'
import { resolveSites, resolveTags } from './choices.ts'

interface SaveParts {
  db: Db
  clock: () => Date
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
export function createKeyword({ db, clock }: SaveParts, body: KeywordBody): Promise<number> {
  return transaction(db, async (tx) => {
    const id = await store.insertKeyword(tx, await valuesOf(tx, body), clock())
    if (id !== null) return id
    throw taken(body.keyword, (await store.findOther(tx, body.keyword, null)) ?? 0)
  })
}

/** Makes a keyword what the form says. */
export async function updateKeyword({ db, clock }: SaveParts, id: number, body: KeywordBody): Promise<void> {
  const isSaved = await transaction(db, async (tx) =>
    store.updateKeyword(tx, id, await valuesOf(tx, body), clock()),
  ).catch(async (error: unknown) => {
    const other = isDuplicate(error) ? await store.findOther(db, body.keyword, id) : null
    throw other === null ? error : taken(body.keyword, other)
  })
  if (!isSaved) throw notFound('Keyword')
}
