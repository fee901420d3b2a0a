import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createBuiltInSource } from '../../../integrations/warehouse-source/built-in.ts'
import { createClickHouse } from '../../../integrations/warehouse-source/clickhouse.ts'
import type { WritableWarehouse } from '../../../integrations/warehouse-source/port.ts'
import { buildSite } from '../../../testing/builders.ts'
import { type ClickHouseServer, hasClickHouse, startClickHouse } from '../../../testing/clickhouse-server.ts'
import { copyWarehouse } from './verbs/copy-warehouse.ts'

const POSTS = 450
const NONE = { added: 0, changed: 0, repeated: 0 }

describe.skipIf(!hasClickHouse)('copying our data to a real ClickHouse', () => {
  let database: Database
  let server: ClickHouseServer
  let to: WritableWarehouse
  /** Each test copies to a database of its own. */
  let name: string
  let serial = 0
  beforeAll(async () => {
    server = await startClickHouse()
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    serial += 1
    name = `copied${serial}`
    to = createClickHouse({ account: server.account(name) })
    database = await createTestDatabase()
    const { pool } = database
    const { id } = await buildSite(database.db, { code: 'hs' })
    await pool.query(
      `insert into content_posts (site_id, post_id, title, source, published_at)
       select $1, n::text, 'Post ' || n, 'import', '2026-01-05T10:00:00Z' from generate_series(1, ${POSTS}) n`,
      [id],
    )
    await pool.query(
      `insert into content_products (content_post_id, asin, position, name)
       select content_post_id, 'B0' || lpad(post_id, 8, '0'), 1, 'It''s "good"' from content_posts`,
    )
    await pool.query(
      `insert into content_earnings (content_post_id, week_start, cents)
       select content_post_id, week, 105 from content_posts, unnest('{2026-11-02,2026-11-09}'::date[]) week`,
    )
    await pool.query(
      `insert into product_earnings (content_post_id, asin, week_start, cents)
       select content_post_id, asin, '2026-11-02', -5 from content_products`,
    )
    await pool.query("update products set stock = 'IN_STOCK', scanned_at = '2026-11-20T10:00:00.123Z'")
  })
  afterEach(() => database?.close())

  const copy = (
    over: { isDryRun?: boolean; onProgress?: (part: SourcePart) => void; to?: WritableWarehouse } = {},
  ) =>
    copyWarehouse({
      db: database.db,
      from: createBuiltInSource(database),
      to,
      isDryRun: false,
      onProgress: () => {},
      ...over,
    })
  const all = (rows: number) => ({ ...NONE, added: rows })
  const count = (table: string) => server.ask(`SELECT count() FROM ${name}.${table} FINAL`)

  it('previews the copy, and writes nothing', async () => {
    expect(await copy({ isDryRun: true })).toEqual({
      posts: all(POSTS),
      earnings: all(3 * POSTS),
      availability: all(POSTS),
    })
    expect(await server.ask(`SELECT count() FROM system.tables WHERE database = '${name}'`)).toBe('0')
  })

  it('resumes after an interruption, counts the existing rows, and changes nothing on a repeat', async () => {
    const isBroken = copy({
      onProgress(part) {
        if (part === 'earnings') throw new Error('Killed.')
      },
    })
    await expect(isBroken).rejects.toThrow('Killed.')
    expect(await copy()).toEqual({
      posts: { ...NONE, repeated: POSTS },
      earnings: { ...NONE, added: 750, repeated: 600 },
      availability: all(POSTS),
    })
    const written = await server.ask(`SELECT max(written_at), count() FROM ${name}.copydesk_earnings`)
    const repeated = (rows: number) => ({ ...NONE, repeated: rows })
    expect(await copy()).toEqual({
      posts: repeated(POSTS),
      earnings: repeated(3 * POSTS),
      availability: repeated(POSTS),
    })
    expect(await server.ask(`SELECT max(written_at), count() FROM ${name}.copydesk_earnings`)).toBe(written)
    const sum = await server.ask(`SELECT sum(earnings) FROM ${name}.copydesk_earnings FINAL`)
    expect([await count('copydesk_posts'), sum]).toEqual([String(POSTS), (POSTS * 2.05).toFixed(2)])
  })

  it('brings only rows changed since', async () => {
    await copy()
    await database.pool.query("update content_posts set title = 'Another' where post_id = '7'")
    await database.pool.query("update content_earnings set cents = 1 where week_start = '2026-11-09'")
    expect(await copy()).toMatchObject({
      posts: { added: 0, changed: 1 },
      earnings: { added: 0, changed: POSTS, repeated: 2 * POSTS },
    })
    expect(await server.ask(`SELECT title FROM ${name}.copydesk_posts FINAL WHERE post_id = '7'`)).toBe(
      'Another',
    )
    const { rows } = await database.pool.query("select 1 from audit_entries where act = 'warehouse.copied'")
    expect(rows).toHaveLength(2)
  })
})
