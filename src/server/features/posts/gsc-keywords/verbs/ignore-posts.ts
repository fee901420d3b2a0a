import { gscKeywordsEndpoints } from '#shared/features/posts/gsc-keywords/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { PostOfSite } from '../../content-tracker/service.ts'
import type { GscKeywordsDeps } from '../deps.ts'
import * as store from '../store.ts'

/** Leaves posts out of the mismatch list. Returns how many of them were not left out before. */
export async function ignorePosts(
  { db, clock, postKeywords }: GscKeywordsDeps,
  actor: Caller,
  posts: readonly PostOfSite[],
): Promise<number> {
  requires(actor, gscKeywordsEndpoints.ignore.access)
  const createdAt = clock()
  return transaction(db, async (tx) => {
    const rows = []
    for (const { siteId, postId } of posts) {
      const post = await postKeywords.lockPost(tx, { siteId, postId })
      if (!post) throw new AppError('invalid', `Post ${postId} doesn’t exist on site ${siteId}.`)
      rows.push({ siteId, postId, title: post.title, userId: actor.id, createdAt })
    }
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
  { db, clock }: GscKeywordsDeps,
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
