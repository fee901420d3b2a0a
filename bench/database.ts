import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../src/server/db/connect.ts'

export interface BenchDatabase extends Database {
  dataDir: string
}

/** An embedded database in a temporary folder of its own; closing it removes the folder. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-bench-'))
  const database = await openDatabase({ dataDir, log: () => {} })
  return {
    ...database,
    dataDir,
    async close() {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Milliseconds per tick of the processor's clock. */
export const TICK = 10

/** Processor time of the server's connections and their workers since they started, in ms by process. */
export async function connectionTimes({ pool }: Pick<Database, 'pool'>): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname is not null',
  )
  return new Map(
    rows.flatMap(({ pid }) => {
      const file = `/proc/${pid}/stat`
      // A process of the database may have ended since.
      if (!existsSync(file)) return []
      const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
      return [[pid, TICK * [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)] as const]
    }),
  )
}

const sumOf = (times: Iterable<number>) => [...times].reduce((sum, time) => sum + time, 0)

/** The same of all of them together. */
export const databaseTime = async (database: Pick<Database, 'pool'>): Promise<number> =>
  sumOf((await connectionTimes(database)).values())

/** What the connections have used since `before`, without those that have ended meanwhile. */
export async function timeSince(
  database: Pick<Database, 'pool'>,
  before: ReadonlyMap<number, number>,
): Promise<number> {
  const now = await connectionTimes(database)
  return sumOf([...now].map(([pid, time]) => time - (before.get(pid) ?? 0)))
}

/**
 * Users, sites, keywords and articles. All values are derived from the row number, so that each run has the
 * same rows.
 */
export async function fillArticles({ pool }: Database, count: number): Promise<void> {
  await pool.query(`
    insert into users (first_name, last_name, username, role_id)
    select 'First' || i, 'Last' || i, 'user' || i || '@desk.example', (array['opm', 'qa', 'eng', 'adm'])[1 + i % 4]
    from generate_series(1, 200) i`)
  await pool.query(`
    insert into sites (code, display_name, normalized_name, url, logo_url)
    select 's' || i, 'Site ' || i, 'site-' || i, 'https://site-' || i || '.example', '/images/logo.png'
    from generate_series(1, 9) i`)
  await pool.query(
    `insert into articles (title, status, image_url, intro, site_id, user_id, created_at, updated_at)
     select 'The best ' || md5(i::text) || ' of the season', (array['draft', 'requested', 'approved', 'rejected', 'returned', 'canceled', 'published', 'published', 'published', 'approved'])[1 + (hashint4(i) & 2147483647) % 10],
       '/images/picture.jpg', repeat('word ', 60), 1 + (hashint4(i * 7) & 2147483647) % 9, 1 + (hashint4(i * 13) & 2147483647) % 200, at, at
     from generate_series(1, $1::int) i, lateral (select timestamptz '2026-01-01' - make_interval(mins => ($1::int - i) * 4) as at) t`,
    [count],
  )
  await pool.query('vacuum analyze')
}

/** Keywords with realistic tags and sites, a tenth of them with results. */
export async function fillKeywords({ pool }: Database, count: number): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    "insert into tags (tag) select 'tag ' || i from generate_series(1, 300) i on conflict do nothing",
  )
  await client.query(`
    insert into sites (code, display_name, normalized_name, url, logo_url)
    select 's' || i, 'Site ' || i, 'site-' || i, 'https://site-' || i || '.example', '/images/logo.png'
    from generate_series(1, 9) i on conflict do nothing`)
  await client.query('truncate keywords, keyword_counts, tag_days restart identity cascade')
  await client.query(
    `insert into keywords (keyword, identity, is_tracked, tag_ids, site_ids, created_at)
     select word, word, i % 10 = 0, array[least(t, u), greatest(t, u)], array[1 + i % 9], timestamptz '2026-01-01' - make_interval(secs => i)
     from generate_series(1, $1::int) i, lateral (select 'the best ' || md5(i::text) || ' for ' || i as word, 1 + i % 300 as t, 1 + (i * 7 + 1) % 300 as u) w`,
    [count],
  )
  await client.query(
    `insert into keyword_days (keyword_id, last_day, as_of, rate_30)
     select keyword_id, date '2026-01-01', date '2026-01-01', keyword_id % 101 from keywords where is_tracked`,
  )
  await client.query('vacuum analyze')
  client.release(true)
}
