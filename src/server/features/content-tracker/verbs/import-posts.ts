import type { Pool } from 'pg'
import { dayAt } from '#shared/format/day.ts'
import { bulkTransaction } from '../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { DamagedFile, type FileRow } from '../../../files/rows.ts'
import type { Actor } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { writePosts } from '../post-store.ts'
import { keepPosts } from '../store.ts'
import { readToldPost, type ToldPost } from '../told-reader.ts'

/** Posts that are written together. */
const BATCH = 2000

const OPERATOR = { kind: 'operator', name: 'npm run import' } as const

export interface PostsImportParts {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** The sites' numbers by everything that a file may call them, in lower case. */
  sites: ReadonlyMap<string, number>
  /** Who brings it in: an operator with a file, unless said otherwise. */
  by?: Actor
  /** Told of each line that is refused, and why. */
  refuse: (line: { line: number; why: string; cells: Readonly<Record<string, unknown>> }) => void
}

export interface ImportedPosts {
  added: number
  changed: number
  repeated: number
  refused: number
  /** Where the file could not be read any further, and why; what came before is in. */
  damage: { afterLine: number; why: string } | null
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
  { db, pool, clock, timeZone, sites, refuse, by = OPERATOR }: PostsImportParts,
  rows: AsyncIterable<FileRow>,
): Promise<ImportedPosts> {
  const now = clock()
  const result: ImportedPosts = { added: 0, changed: 0, repeated: 0, refused: 0, damage: null }
  const lineOf = new Map<string, number>()

  const write = (batch: readonly Values[]) =>
    bulkTransaction(pool, async (_client, tx) => {
      const { added, changed, ids } = await writePosts(tx, batch, 'import')
      await keepPosts(tx, { today: dayAt(now, timeZone), now, only: ids })
      result.added += added
      result.changed += changed
      result.repeated += batch.length - added - changed
    })

  /** The post as it is to be written; or why it is not. */
  function check(row: FileRow): Values | string {
    const post = readToldPost(row)
    if (typeof post === 'string') return post
    const siteId = sites.get(post.site.toLowerCase())
    if (siteId === undefined) return 'site: There is no such site.'
    const key = `${siteId}/${post.postId}`
    const before = lineOf.get(key)
    if (before !== undefined) return `post_id: Line ${before} has this post already.`
    lineOf.set(key, row.line)
    return valuesOf(siteId, post)
  }

  let batch: Values[] = []
  let afterLine = 0
  try {
    for await (const row of rows) {
      afterLine = row.line
      const checked = check(row)
      if (typeof checked === 'string') {
        result.refused += 1
        refuse({ line: row.line, why: checked, cells: 'fault' in row ? {} : row.cells })
      } else batch.push(checked)
      if (batch.length < BATCH) continue
      await write(batch)
      batch = []
    }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    result.damage = { afterLine, why: error.message }
  }
  if (batch.length > 0) await write(batch)
  // What comes round by itself says only what it has changed.
  if (by === OPERATOR || result.added + result.changed > 0)
    await transaction(db, (tx) => audit(tx, by, 'content.imported', { after: result }))
  return result
}
