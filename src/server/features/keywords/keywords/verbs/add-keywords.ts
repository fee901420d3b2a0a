import { type KeywordsBody, keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import * as store from '../store.ts'
import { resolveSites, resolveTags } from './choices.ts'
import type { SaveDeps } from './save-keyword.ts'

/**
 * Adds keywords with the same tags, sites and tracking, as one change with one undo. Existing ones stay as
 * they are.
 */
export async function addKeywords(
  { db, clock, additions = [] }: Pick<SaveDeps, 'db' | 'clock' | 'additions'>,
  actor: Caller,
  { body: { keywords, tags, sites, tracked }, once }: { body: KeywordsBody; once: Once },
) {
  requires(actor, keywordEndpoints.createMany.access)
  const insert = async (tx: Db) => {
    const now = clock()
    const values = {
      isTracked: tracked,
      tagIds: await resolveTags(tx, tags),
      siteIds: await resolveSites(tx, sites),
    }
    const added = await store.insertKeywords(tx, keywords, values, now)
    const ids = added.map(({ id }) => id)
    const all = await store.findIdsByIdentity(tx, keywords.map(keywordIdentity))
    const others = [...all.values()].filter((id) => !ids.includes(id))
    let changeId: number | null = null
    if (ids.length > 0) for (const listener of additions) changeId ??= await listener(tx, { ids, actor, now })
    for (const { id, keyword } of added)
      await audit(tx, actor, 'keyword.created', {
        id,
        label: keyword,
        after: { keyword, tags, sites, tracked },
      })
    return { added, existing: await store.listWords(tx, others), changeId }
  }
  return transaction(db, (tx) => once(tx, () => insert(tx)))
}
