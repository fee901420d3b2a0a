import { createTestDatabase } from '../db/testing.ts'
import { importEarnings } from '../features/posts/content-tracker/verbs/import-earnings.ts'
import { importPosts } from '../features/posts/content-tracker/verbs/import-posts.ts'
import { importAvailability } from '../features/products/products/verbs/import-availability.ts'
import { createBuiltInSource } from '../integrations/warehouse-source/built-in.ts'
import { createClickHouse } from '../integrations/warehouse-source/clickhouse.ts'
import type {
  SourceEarning,
  SourcePost,
  SourceStock,
  WarehouseSource,
} from '../integrations/warehouse-source/port.ts'
import { createSnowflake } from '../integrations/warehouse-source/snowflake.ts'
import { buildSite } from './builders.ts'
import { prepareClickHouse, startClickHouse } from './clickhouse-server.ts'
import { startSnowflake } from './snowflake-server.ts'

/** Behind everything that the suites write down. */
const NOW = new Date('2026-11-22T12:00:00Z')

export interface WrittenRows {
  posts?: readonly SourcePost[]
  earnings?: readonly SourceEarning[]
  availability?: readonly SourceStock[]
}

export interface SourceStage {
  source: WarehouseSource
  /** Upserts rows by key, like the warehouse's own loader. */
  put(rows: WrittenRows): Promise<void>
  /** Makes it look as if everything had been written at this moment. */
  date?(moment: Date): Promise<void>
  close(): Promise<void>
}

async function* linesOf(rows: readonly object[]) {
  for (const [index, cells] of rows.entries())
    yield { line: index + 1, cells: cells as Readonly<Record<string, unknown>> }
}

const refuse = ({ why }: { why: string }) => {
  throw new Error(why)
}

export async function builtInSourceStage(): Promise<SourceStage> {
  const { db, pool, close } = await createTestDatabase()
  const sites = new Set<string>()
  const deps = { db, pool, clock: () => NOW, timeZone: 'UTC', refuse }
  return {
    source: createBuiltInSource({ pool }),
    async put({ posts = [], earnings = [], availability = [] }) {
      for (const code of new Set(posts.map(({ site }) => site)))
        if (!sites.has(code)) {
          sites.add(code)
          await buildSite(db, { code })
        }
      await importPosts(deps, linesOf(posts))
      await importEarnings(deps, linesOf(earnings))
      await importAvailability(deps, linesOf(availability))
    },
    close,
  }
}

/** On a server that is started for it, under an account that may only read. */
export async function clickHouseSourceStage(): Promise<SourceStage> {
  const server = await startClickHouse()
  const desk = await prepareClickHouse(server, 'stage')
  return {
    source: createClickHouse({ account: server.reader('stage') }),
    async put({ posts = [], earnings = [], availability = [] }) {
      await desk.write('posts', posts)
      await desk.write('earnings', earnings)
      await desk.write('availability', availability)
    },
    async date(moment) {
      for (const table of ['copydesk_posts', 'copydesk_earnings', 'copydesk_availability']) {
        const names = (await server.ask(`DESCRIBE TABLE stage.${table}`))
          .split('\n')
          .map((line) => line.split('\t')[0])
          .filter((name) => name !== 'written_at')
        const at = `toDateTime(${Math.floor(moment.getTime() / 1000)}, 'UTC')`
        await server.ask(`CREATE TABLE stage.dated AS stage.${table}`)
        await server.ask(
          `INSERT INTO stage.dated (${names.join()}, written_at) SELECT ${names.join()}, ${at} FROM stage.${table} FINAL`,
        )
        await server.ask(`DROP TABLE stage.${table}`)
        await server.ask(`RENAME TABLE stage.dated TO stage.${table}`)
      }
    },
    close: () => server.stop(),
  }
}

const sqlMoment = (moment: string | null) => moment?.replace('Z', '') ?? null

export async function snowflakeSourceStage(): Promise<SourceStage> {
  const server = await startSnowflake()
  const written = "now() at time zone 'UTC'"
  const insert = (table: string, values: readonly unknown[]) =>
    server.query(
      `insert into "${table}" values (${values.map((_, index) => `$${index + 1}`).join()}, ${written})`,
      [...values],
    )
  return {
    source: createSnowflake({ account: server.account, firstPauseMs: 1 }),
    async put({ posts = [], earnings = [], availability = [] }) {
      for (const { site, post_id, title, published, modified, ...post } of posts) {
        await server.query('delete from "COPYDESK_POSTS" where "SITE" = $1 and "POST_ID" = $2', [
          site,
          post_id,
        ])
        const moments = [sqlMoment(published), sqlMoment(modified)]
        const { address, focus_keyword, picture, tracking_id, products } = post
        const rest = [address, focus_keyword, picture, tracking_id, products]
        await insert('COPYDESK_POSTS', [site, post_id, title, ...moments, ...rest])
      }
      for (const { site, post_id, week, asin, earnings: told } of earnings) {
        await server.query(
          `delete from "COPYDESK_EARNINGS" where "SITE" = $1 and "POST_ID" = $2 and "WEEK_START_DATE" = $3
           and coalesce("ASIN", '') = $4`,
          [site, post_id, week, asin],
        )
        await insert('COPYDESK_EARNINGS', [site, post_id, week, asin === '' ? null : asin, told])
      }
      for (const { asin, availability: said, seen } of availability) {
        await server.query('delete from "COPYDESK_AVAILABILITY" where "ASIN" = $1', [asin])
        await insert('COPYDESK_AVAILABILITY', [asin, said, sqlMoment(seen)])
      }
    },
    async date(moment) {
      for (const table of ['POSTS', 'EARNINGS', 'AVAILABILITY'])
        await server.query(`update "COPYDESK_${table}" set "UPDATED_AT" = $1`, [
          sqlMoment(moment.toISOString()),
        ])
    },
    close: () => server.close(),
  }
}
