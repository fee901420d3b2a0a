import { afterEach, beforeEach, expect, it } from 'vitest'
import { refreshKeywordDays } from '../../features/market/share-of-voice/store.ts'
import { type Database, migrationsFolder, transaction } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { applyMissing, createMigrationTable } from '../migration-record.ts'
import { createBlankDatabase } from '../testing.ts'
import { readLegacyMigrations } from './legacy-migrations.ts'

/** Joins keywords and tags that differ only in how Unicode encodes their letters. */
const MIGRATION = /composed_keywords\.sql$/
const TODAY = '2026-11-20'
/** The same letter as one code point, and as two. */
const COMPOSED = 'caf\u00e9 au lait'
const DECOMPOSED = 'cafe\u0301 au lait'

let database: Database

beforeEach(async () => {
  database = await createBlankDatabase()
  const client = await database.pool.connect()
  await createMigrationTable(client)
  await applyMissing(
    client,
    (await readLegacyMigrations()).filter(({ name }) => !MIGRATION.test(name)),
  )
  client.release()
})
afterEach(() => database.close())

const run = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
const upgrade = () => migrate(database.pool, migrationsFolder)

/** A keyword as the version before that migration wrote it. */
async function insertKeyword(
  words: string,
  more: { tags?: number[]; sites?: number[]; tracked?: boolean } = {},
) {
  const { tags = [], sites = [], tracked = true } = more
  const [row] = await run(
    `insert into keywords (keyword, identity, tag_ids, site_ids, is_tracked, tracked_since)
     values ($1, lower($1), $2, $3, $4, case when $4 then now() end) returning keyword_id as id`,
    [words, tags, sites, tracked],
  )
  return Number(row.id)
}

const insertDays = (keywordId: number, wins: Record<string, boolean>) =>
  transaction(database.db, async (tx) => {
    for (const [day, isWinning] of Object.entries(wins)) {
      const publisher = isWinning ? 1 : 2
      await database.pool.query(
        `insert into stats (keyword_id, day, publisher_id, is_winning, story_id) values ($1, $2, $3, $4, 1)`,
        [keywordId, day, publisher, isWinning],
      )
      await database.pool.query(
        `insert into publisher_days values ($1, $2, 1)
         on conflict (day, publisher_id) do update set keywords = publisher_days.keywords + 1`,
        [day, publisher],
      )
    }
    const touched = Object.keys(wins).map((day) => ({ keywordId, day }))
    await refreshKeywordDays(tx, touched, TODAY)
  })

const KEYWORD_DAYS = `select keyword_id, last_day, seen, won, as_of, rate_7, rate_30, rate_90, last_publisher_id,
  last_is_winning, is_tracked from keyword_days order by 1`

async function insertBasics() {
  await run("insert into publishers (name, is_ours) values ('Ours', true), ('Theirs', false)")
  await run("insert into tags (tag) values ('coffee'), ('milk')")
  await run(
    "insert into users (username, first_name, last_name, role_id) values ('a@desk.example', 'Ada', 'Reed', 'opm')",
  )
  await run(
    `insert into sites (code, display_name, normalized_name, logo_url, url) values ('ok', 'Open Kitchen', 'ok', '/x', '')`,
  )
}

const insertArticle = async (keywordIds: readonly number[]) => {
  const [row] = await run(
    `insert into articles (title, status, site_id, user_id) values ('Cups', 'requested', 1, 1) returning article_id as id`,
  )
  for (const [position, id] of keywordIds.entries())
    await run('insert into article_keywords values ($1, $2, $3)', [row.id, id, position])
  return Number(row.id)
}

it('of keywords that look alike, the oldest stays and takes over the others’ values', async () => {
  await insertBasics()
  const kept = await insertKeyword(DECOMPOSED, { tags: [1], tracked: false })
  const other = await insertKeyword('kettle', { tags: [2] })
  const joined = await insertKeyword(COMPOSED, { tags: [2], sites: [1] })
  await insertDays(kept, { '2026-11-18': true, '2026-11-20': false })
  await insertDays(joined, { '2026-11-18': true, '2026-11-19': true })
  await insertDays(other, { '2026-11-18': true })
  const articles = [await insertArticle([joined]), await insertArticle([other, joined, kept])]
  await run(
    "insert into keyword_comments (keyword_id, user_id, comment, content) values ($1, 1, 'Hot', 'Hot')",
    [joined],
  )
  await run(
    "insert into notices (user_id, kind, keyword_id, created_at) values (1, 'mentioned', $1, now())",
    [joined],
  )
  await upgrade()

  expect(
    await run(
      `select keyword_id as id, keyword, identity, tag_ids, site_ids, is_tracked, article_statuses > 0 as has_articles
       from keywords order by 1`,
    ),
  ).toEqual([
    {
      id: kept,
      keyword: COMPOSED,
      identity: COMPOSED,
      tag_ids: [1, 2],
      site_ids: [1],
      is_tracked: true,
      has_articles: true,
    },
    expect.objectContaining({ id: other, keyword: 'kettle', tag_ids: [2] }),
  ])
  expect(await run('select article_id, keyword_id from article_keywords order by 1, position')).toEqual([
    { article_id: articles[0], keyword_id: kept },
    { article_id: articles[1], keyword_id: other },
    { article_id: articles[1], keyword_id: kept },
  ])
  expect(await run('select keyword_id from keyword_comments')).toEqual([{ keyword_id: kept }])
  expect(await run('select keyword_id from notices')).toEqual([{ keyword_id: kept }])
  expect(await run(`select day, is_winning from stats where keyword_id = ${kept} order by 1`)).toEqual([
    { day: '2026-11-18', is_winning: true },
    { day: '2026-11-19', is_winning: true },
    { day: '2026-11-20', is_winning: false },
  ])
})

it('the counts of joined keywords equal a recount of their stats', async () => {
  await insertBasics()
  const kept = await insertKeyword(COMPOSED, { tags: [1, 2] })
  const joined = await insertKeyword(DECOMPOSED, { tags: [2] })
  await insertDays(kept, { '2026-11-18': true, '2026-11-20': false })
  await insertDays(joined, { '2026-08-30': true, '2026-11-18': true, '2026-11-19': true })
  await upgrade()

  expect(
    await run('select day, publisher_id, keywords from publisher_days where keywords > 0 order by 1, 2'),
  ).toEqual(
    await run('select day, publisher_id, count(*)::int as keywords from stats group by 1, 2 order by 1, 2'),
  )
  expect(await run('select * from tag_days where keywords <> 0 order by 1, 2, 3')).toEqual(
    await run(`select tag_id, day, publisher_id, count(*)::int as keywords
      from stats join keywords using (keyword_id), unnest(tag_ids) tag_id group by 1, 2, 3 order by 1, 2, 3`),
  )
  expect(
    await run(
      'select kind, value_id, sum(keywords)::int as keywords from keyword_counts group by 1, 2 having sum(keywords) <> 0 order by 1, 2',
    ),
  ).toEqual([
    { kind: 'all', value_id: 0, keywords: 1 },
    { kind: 'tag', value_id: 1, keywords: 1 },
    { kind: 'tag', value_id: 2, keywords: 1 },
  ])
  const counted = await run(KEYWORD_DAYS)
  expect(counted).toHaveLength(1)
  await run('delete from keyword_days')
  const touched = (await run('select distinct day from stats')).map(({ day }) => ({ keywordId: kept, day }))
  await transaction(database.db, (tx) => refreshKeywordDays(tx, touched, TODAY))
  expect(counted).toEqual(await run(KEYWORD_DAYS))
})

it('tags that look alike are merged, the audit trail lists the merged ones, and a single keyword is only normalized', async () => {
  await insertBasics()
  await run("insert into tags (tag) values ('cr\u00e8me'), ('cre\u0300me')")
  const alone = await insertKeyword(DECOMPOSED, { tags: [1, 3, 4] })
  const pair = [await insertKeyword('cre\u0300me brulee'), await insertKeyword('cr\u00e8me brulee')]
  await upgrade()
  expect(await run('select keyword, identity, tag_ids from keywords where keyword_id = $1', [alone])).toEqual(
    [{ keyword: COMPOSED, identity: COMPOSED, tag_ids: [1, 3] }],
  )
  expect(await run('select tag from tags order by tag_id')).toEqual([
    { tag: 'coffee' },
    { tag: 'milk' },
    { tag: 'cr\u00e8me' },
  ])
  expect(await run('select act, noun_id, before, after from audit_entries order by id')).toEqual([
    {
      act: 'keyword.joined',
      noun_id: String(pair[0]),
      before: { keyword_id: pair[1], keyword: 'cr\u00e8me brulee' },
      after: { keyword_id: pair[0], keyword: 'cr\u00e8me brulee' },
    },
    {
      act: 'keyword.tags-joined',
      noun_id: null,
      before: { tag_id: 4, tag: 'cre\u0300me' },
      after: { tag_id: 3, tag: 'cr\u00e8me' },
    },
  ])
  expect(await upgrade()).toEqual([])
})
