import { dayAt } from '#shared/format/day.ts'
import type { Db } from '../../../../db/connect.ts'
import { listOwn } from '../adopted-queries.ts'
import { numbersOf } from '../adopted-store.ts'
import { type PostValues, writePosts } from '../post-store.ts'
import { recomputePosts } from '../store.ts'

export interface AdoptedHow {
  siteId: number
  now: Date
  /** In which days are counted. */
  timeZone: string
}

/** A post as its site shows it, by the number that the site gives it. */
export type PostOfAdoption = Omit<PostValues, 'siteId' | 'postId' | 'trackingId'> & { id: number }

/** What became of posts that a site has shown us: by their numbers. */
export type AdoptedAs = Map<number, 'added' | 'changed' | 'known' | 'ours'>

/** Follows posts of a site as they are now, within a transaction; those that were written here are left alone. */
export async function adoptPosts(
  tx: Db,
  posts: readonly PostOfAdoption[],
  { siteId, now, timeZone }: AdoptedHow,
): Promise<AdoptedAs> {
  const ids = posts.map(({ id }) => id)
  const own = await listOwn(tx, siteId, ids)
  const values = posts
    .filter(({ id }) => !own.has(id))
    .map(({ id, ...post }) => ({ ...post, siteId, postId: String(id), trackingId: null }))
  const { ids: written, addedIds } = await writePosts(tx, values, 'adopted')
  await recomputePosts(tx, { today: dayAt(now, timeZone), now, only: written })
  const numbers = await numbersOf(tx, written)
  const different = new Set(numbers.values())
  const added = new Set(addedIds.map((id) => numbers.get(id)))
  const outcomeOf = (id: number) => {
    if (own.has(id)) return 'ours'
    if (added.has(id)) return 'added'
    return different.has(id) ? 'changed' : 'known'
  }
  return new Map(ids.map((id) => [id, outcomeOf(id)]))
}
