import type { Pool } from 'pg'
import { dayAt } from '#shared/format/day.ts'
import { bulkTransaction } from '../../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import {
  type ImportDefinition,
  type ImportTally,
  OPERATOR,
  type RowSource,
  runImport,
} from '../../../../kernel/imports/import-run.ts'
import { readSites } from '../../../../kernel/imports/site-queries.ts'
import type { ImportRow } from '../../../../kernel/imports/table-reader.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { writePosts } from '../post-store.ts'
import { recomputePosts } from '../store.ts'
import { readToldPost, type ToldPost } from '../told-reader.ts'

/** Posts that are written together. */
const BATCH = 2000

export interface PostsImportDeps {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** Who brings it in: an operator with a file, unless said otherwise. */
  by?: Actor
  /** Called for each line that is refused. */
  refuse: ImportDefinition<unknown>['onRefused']
}

export interface ImportedPosts extends ImportTally {
  added: number
  changed: number
  repeated: number
}

const valuesOf = (siteId: number, post: ToldPost) => ({
  siteId,
  postId: post.postId,
  title: post.title,
  published: post.published ?? null,
  modified: post.modified ?? null,
  address: post.address ?? null,
  focusKeyword: post.focusKeyword ?? null,
  picture: post.picture ?? null,
  trackingId: post.trackingId ?? null,
  products: post.products?.map(({ image = null, ...product }) => ({ ...product, image })) ?? null,
})

type Values = ReturnType<typeof valuesOf>

/** Posts that stand on a site already, and what of them a file says: the same file may be read any number of times. */
export async function importPosts(
  { db, pool, clock, timeZone, refuse, by = OPERATOR }: PostsImportDeps,
  rows: RowSource,
): Promise<ImportedPosts> {
  const now = clock()
  const counted = { added: 0, changed: 0, repeated: 0 }
  const lineOf = new Map<string, number>()
  const findSite = await readSites(db)

  /** The post as it is to be written; or why it is not. */
  function check(row: ImportRow): Values | string {
    const post = readToldPost(row)
    if (typeof post === 'string') return post
    const site = findSite(post.site)
    if (site === undefined) return 'site: There is no such site.'
    const key = `${site.id}/${post.postId}`
    const before = lineOf.get(key)
    if (before !== undefined) return `post_id: Line ${before} has this post already.`
    lineOf.set(key, row.line)
    return valuesOf(site.id, post)
  }

  const tally = await runImport<Values>(rows, {
    mode: 'as far as it goes',
    batch: BATCH,
    check,
    write: (batch) =>
      bulkTransaction(pool, async (_client, tx) => {
        const posts = batch.map(({ value }) => value)
        const { added, changed, ids } = await writePosts(tx, posts, 'import')
        await recomputePosts(tx, { today: dayAt(now, timeZone), now, only: ids })
        counted.added += added
        counted.changed += changed
        counted.repeated += posts.length - added - changed
      }),
    onRefused: refuse,
  })
  const result = { ...counted, ...tally }
  // A recurring import is audited only if it changed something.
  if (by === OPERATOR || result.added + result.changed > 0)
    await transaction(db, (tx) => audit(tx, by, 'content.imported', { after: result }))
  return result
}
