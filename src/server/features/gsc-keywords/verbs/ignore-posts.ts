import { gscKeywordsEndpoints } from '#shared/features/gsc-keywords/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { PostOfSite } from '../../content-tracker/service.ts'
import type { GscKeywordsParts } from '../parts.ts'
import * as store from '../store.ts'

interface IgnoredNow extends PostOfSite {
  title: string
}

/** Leaves posts out of the mismatch list; answers how many were not left out before. */
export async function ignorePosts(
  { db, clock, sites }: GscKeywordsParts,
  actor: Caller,
  posts: readonly IgnoredNow[],
): Promise<number> {
  requires(actor, gscKeywordsEndpoints.ignore.access)
  const createdAt = clock()
  return transaction(db, async (tx) => {
    for (const siteId of new Set(posts.map((post) => post.siteId))) {
      if (!(await sites.findSite(tx, siteId))) throw new AppError('invalid', `There is no site ${siteId}.`)
    }
    const rows = posts.map((post) => ({ ...post, userId: actor.id, createdAt }))
    const added = await store.insertIgnored(tx, rows)
    await store.insertActions(
      tx,
      added.map((post) => ({ ...post, action: 'ignore' as const, state: 'done' as const })),
    )
    if (added.length > 0)
      await audit(tx, actor, 'post.ignored', { after: { posts: added.map(({ title }) => title) } })
    return added.length
  })
}

/** Takes a post off the ignore list. */
export async function unignorePost(
  { db, clock }: GscKeywordsParts,
  actor: Caller,
  address: PostOfSite,
): Promise<void> {
  requires(actor, gscKeywordsEndpoints.unignore.access)
  await transaction(db, async (tx) => {
    const removed = await store.removeIgnored(tx, address)
    if (!removed) throw notFound('Ignored post')
    const { siteId, postId, title } = removed
    await store.insertActions(tx, [
      { siteId, postId, title, action: 'unignore', state: 'done', userId: actor.id, createdAt: clock() },
    ])
    await audit(tx, actor, 'post.unignored', { id: postId, label: title })
  })
}
