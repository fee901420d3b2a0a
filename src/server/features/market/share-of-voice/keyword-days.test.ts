import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { type Database, transaction } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createRandom } from '../../../random.ts'
import { buildHit, buildKeyword } from '../../../testing/builders.ts'
import { countHeld } from './queries.ts'
import { removeStats } from './store.ts'
import { type Hit, recordHits } from './verbs/record-hits.ts'
import { removeOldDays, rollRates } from './verbs/roll-days.ts'

const TODAY = '2026-11-20'
const PUBLISHERS = ['Hearthside', 'Open Kitchen', 'Gearwright Review', 'Larder Post', 'Nookwise']
const isOurs = (publisher: string) => PUBLISHERS.indexOf(publisher) < 2

let database: Database
let keywordIds: number[]
beforeAll(async () => {
  database = await createTestDatabase()
  keywordIds = await Promise.all(Array.from({ length: 12 }, async () => (await buildKeyword(database.db)).id))
})
afterAll(() => database.close())

const hit = (over: Partial<Hit>): Hit => buildHit({ keywordId: keywordIds[0] ?? 0, day: TODAY, ...over })

interface Days {
  keyword_id: number
  last_day: string
  seen: string
  won: string
  rate_7: number | null
  rate_30: number | null
  rate_90: number | null
  as_of: string
  days_7: number
  days_30: number
  days_90: number
  moved_on: string | null
  last_publisher: string
  last_is_winning: boolean
}

/** The first day of the present holder, if the other side held it before; newest day first. */
function movedOn(days: readonly { day: string; isWon: boolean }[]): string | null {
  const before = days.findIndex(({ isWon }) => isWon !== days[0]?.isWon)
  return days[before - 1]?.day ?? null
}

/** What `keyword_days` must say, counted from `stats` day by day. */
async function counted(today: string): Promise<Days[]> {
  const { rows } = await database.pool.query<{
    keyword_id: number
    day: string
    name: string
    is_winning: boolean
  }>(
    'select keyword_id, day, name, is_winning from stats join publishers using (publisher_id) order by 1, 2 desc, is_winning desc, stat_id',
  )
  const byKeyword = Map.groupBy(rows, ({ keyword_id }) => keyword_id)
  return [...byKeyword].map(([keyword_id, stats]) => {
    const [first] = stats
    const last = first?.day ?? ''
    const days = Map.groupBy(stats, ({ day }) => day)
    const isWon = (day: string) => days.get(day)?.some(({ is_winning }) => is_winning) === true
    const bits = (of: (day: string) => boolean) =>
      Array.from({ length: 128 }, (_, back) => (of(plusDays(last, -back)) ? '1' : '0')).join('')
    const within = (range: number) =>
      [...days.keys()].filter((day) => day <= today && day > plusDays(today, -range))
    const rate = (range: number) => {
      const inRange = within(range)
      return inRange.length === 0 ? null : Math.fround((100 * inRange.filter(isWon).length) / inRange.length)
    }
    return {
      keyword_id,
      last_day: last,
      seen: bits((day) => days.has(day)),
      won: bits(isWon),
      rate_7: rate(7),
      rate_30: rate(30),
      rate_90: rate(90),
      as_of: today,
      days_7: within(7).length,
      days_30: within(30).length,
      days_90: within(90).length,
      moved_on: movedOn(
        [...days.keys()]
          .filter((day) => day > plusDays(last, -128))
          .map((day) => ({ day, isWon: isWon(day) })),
      ),
      last_publisher: first?.name ?? '',
      last_is_winning: first?.is_winning ?? false,
    }
  })
}

async function kept(): Promise<Days[]> {
  const { rows } = await database.pool.query<Days>(
    `select keyword_id, last_day, seen::text, won::text, rate_7, rate_30, rate_90, as_of, days_7, days_30, days_90, moved_on,
       name as last_publisher, last_is_winning
     from keyword_days left join publishers on publisher_id = last_publisher_id order by 1`,
  )
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      (['rate_7', 'rate_30', 'rate_90'] as const).map((name) => [
        name,
        row[name] === null ? null : Math.fround(row[name]),
      ]),
    ),
  }))
}

async function countedPublisherDays() {
  const { rows } = await database.pool.query(
    'select day, publisher_id, count(distinct keyword_id)::int as keywords from stats group by 1, 2 order by 1, 2',
  )
  return rows
}

async function countedTagDays() {
  const { rows } =
    await database.pool.query(`select tag_id, day, publisher_id, count(distinct keyword_id)::int as keywords
    from stats join keywords using (keyword_id), unnest(tag_ids) tag_id group by 1, 2, 3 order by 1, 2, 3`)
  return rows
}

const TAGS = [1, 2, 3, 4]
type Random = ReturnType<typeof createRandom>
/** Two keywords change places, so that there are as many of each kind as before. */
const swapKeywords = (random: Random) => {
  const [one, other] = [random.pick(keywordIds), random.pick(keywordIds)]
  return database.pool.query(
    `update keywords k set tag_ids = o.tag_ids, is_tracked = o.is_tracked from keywords o
     where (k.keyword_id, o.keyword_id) in (($1, $2), ($2, $1))`,
    [one, other],
  )
}

/** Some keywords get other tags, and some of them begin to be tracked or end. */
const changeKeywords = async (random: Random) => {
  await swapKeywords(random)
  await database.pool.query('update keywords set tag_ids = $1, is_tracked = $2 where keyword_id = any($3)', [
    TAGS.filter(() => random.chance(0.4)),
    random.chance(0.5),
    keywordIds.filter(() => random.chance(0.3)),
  ])
}

async function expectAgreement(today: string) {
  expect(await kept()).toEqual(await counted(today))
  const { rows } = await database.pool.query('select * from publisher_days order by 1, 2')
  expect(rows).toEqual(await countedPublisherDays())
  const { rows: tagDays } = await database.pool.query(
    'select * from tag_days where keywords <> 0 order by 1, 2, 3',
  )
  expect(tagDays).toEqual(await countedTagDays())
  const { rows: tracked } = await database.pool.query(
    'select keyword_id from keyword_days d join keywords k using (keyword_id) where d.is_tracked <> k.is_tracked',
  )
  expect(tracked).toEqual([])
}

const empty = () =>
  database.pool.query(
    'truncate stats, keyword_days, publisher_days, tag_days, publishers, stories restart identity cascade',
  )

test('a stat is written once, and again only where it differs [SOV-012]', async () => {
  await empty()
  const both = [hit({}), hit({ publisher: 'Nookwise' })]
  expect(await recordHits(database.db, both, TODAY)).toEqual({ added: 2, changed: 0, repeated: 0 })
  const before = await database.pool.query('select * from stats order by stat_id')
  expect(await recordHits(database.db, [...both, hit({})], TODAY)).toEqual({
    added: 0,
    changed: 0,
    repeated: 3,
  })
  expect((await database.pool.query('select * from stats order by stat_id')).rows).toEqual(before.rows)
  expect(await recordHits(database.db, [hit({ title: 'The Best Kettles of 2026' })], TODAY)).toEqual({
    added: 0,
    changed: 1,
    repeated: 0,
  })
  await expectAgreement(TODAY)
})

test('a story that many keywords and days show is kept once, and so is a publisher', async () => {
  await empty()
  await recordHits(
    database.db,
    keywordIds.flatMap((keywordId) => [hit({ keywordId }), hit({ keywordId, day: '2026-11-19' })]),
    TODAY,
  )
  const count = async (table: string) =>
    (await database.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows
  expect([await count('stats'), await count('stories'), await count('publishers')]).toEqual([24, 1, 1])
  const { rows } = await database.pool.query('select last_day from stories')
  expect(rows).toEqual([{ last_day: TODAY }])
})

test('the days of a keyword and of its tags agree with its stats after any writes, in any order [SOV-012]', async () => {
  await empty()
  const random = createRandom('keyword days')
  let today = TODAY
  for (let round = 0; round < 40; round++) {
    const hits = Array.from({ length: random.between(1, 60) }, () => {
      const publisher = random.pick(PUBLISHERS)
      return hit({
        keywordId: random.pick(keywordIds),
        day: plusDays(today, -random.between(0, random.pick([2, 9, 40, 100, 300]))),
        publisher,
        // Who is ours may be said differently later.
        isWinning: random.chance(0.1) ? random.chance(0.5) : isOurs(publisher),
        title: `Story ${random.between(1, 5)}`,
      })
    })
    await recordHits(database.db, hits, today)
    await changeKeywords(random)
    if (random.chance(0.3)) {
      today = plusDays(today, random.between(1, 12))
      await rollRates(database.db, today)
    }
    if (random.chance(0.2))
      await removeOldDays(database.db, { today, retentionDays: random.pick([140, 200, 400]) })
    // Keywords that were not touched have shares of an earlier day until the night.
    await rollRates(database.db, today)
    await expectAgreement(today)
  }
})

test('shares move on with the days, and end with nothing when the last data is too old', async () => {
  await empty()
  await recordHits(
    database.db,
    [hit({ day: '2026-11-14' }), hit({ day: '2026-11-15', publisher: 'Nookwise' })],
    TODAY,
  )
  const rates = async () =>
    (await database.pool.query('select as_of, rate_7, rate_30 from keyword_days')).rows[0]
  expect(await rates()).toEqual({ as_of: TODAY, rate_7: 50, rate_30: 50 })
  await rollRates(database.db, '2026-11-21')
  expect(await rates()).toEqual({ as_of: '2026-11-21', rate_7: 0, rate_30: 50 })
  await rollRates(database.db, '2026-11-22')
  expect(await rates()).toEqual({ as_of: '2026-11-22', rate_7: null, rate_30: 50 })
})

test('days that are too old are removed with their unused stories, and the rest stays', async () => {
  await empty()
  const old = plusDays(TODAY, -400)
  const first = plusDays(TODAY, -399)
  await recordHits(
    database.db,
    [
      hit({ day: old, title: 'Forgotten' }),
      hit({ day: old, title: 'Told again', publisher: 'Nookwise' }),
      hit({ day: first, title: 'Told again', publisher: 'Nookwise' }),
      hit({ day: old, title: 'Forgotten', keywordId: keywordIds[1] ?? 0 }),
    ],
    TODAY,
  )
  await removeOldDays(database.db, { today: TODAY, retentionDays: 400 })
  const { rows: days } = await database.pool.query('select distinct day from stats')
  const { rows: stories } = await database.pool.query('select title from stories')
  expect([days, stories]).toEqual([[{ day: first }], [{ title: 'Told again' }]])
  await expectAgreement(TODAY)
})

test('a day whose removal was interrupted is removed to its end', async () => {
  await empty()
  const [one = 0, other = 0] = keywordIds.toSorted((a, b) => a - b)
  const onDay = { day: TODAY, publisher: 'Nookwise' }
  await recordHits(
    database.db,
    [hit({ ...onDay, keywordId: one }), hit({ ...onDay, keywordId: other })],
    TODAY,
  )
  const half = { after: 0, most: 1 }
  expect(await removeStats(database.db, TODAY, half)).toBe(one)
  expect((await database.pool.query('select from stats')).rowCount).toBe(1)
  await removeOldDays(database.db, { today: '2030-01-01', retentionDays: 400 })
  const { rows } = await database.pool.query('select day from stats union select day from publisher_days')
  expect(rows).toEqual([])
})

test('counts that a changed tag left on a removed day are removed the next day', async () => {
  await empty()
  await recordHits(database.db, [hit({})], TODAY)
  await database.pool.query("insert into tag_days values (1, '2020-01-01', 1, -1)")
  await removeOldDays(database.db, { today: '2030-01-01', retentionDays: 400 })
  const { rows } = await database.pool.query('select * from tag_days')
  expect(rows).toEqual([])
})

test('two writers of the same keyword at once lose nothing [R16]', async () => {
  await empty()
  await Promise.all(
    Array.from({ length: 20 }, (_, back) =>
      recordHits(
        database.db,
        [hit({ day: plusDays(TODAY, -back), publisher: PUBLISHERS[back % 5] ?? '' })],
        TODAY,
      ),
    ),
  )
  await expectAgreement(TODAY)
})

test('hits collected while tags are added and removed are counted for the final tags [R16]', async () => {
  await empty()
  const random = createRandom('tags and days')
  const collected = Array.from({ length: 20 }, (_, back) =>
    recordHits(
      database.db,
      keywordIds.map((keywordId) => hit({ keywordId, day: plusDays(TODAY, -back) })),
      TODAY,
    ),
  )
  const changed = Array.from({ length: 20 }, (_, at) => {
    const ids = keywordIds.filter((_, place) => place % 3 === at % 3)
    const tags = TAGS.filter(() => random.chance(0.5))
    return transaction(database.db, (tx) =>
      tx.execute(sql`with locked as (
          select keyword_id from keywords where keyword_id = any(${sql.param(ids)}::integer[]) order by keyword_id for no key update)
        update keywords set tag_ids = ${sql.param(tags)}::integer[] where keyword_id in (select keyword_id from locked)`),
    )
  })
  await Promise.all([...collected, ...changed])
  await expectAgreement(TODAY)
})

test('the number of keywords with any of some tags that each publisher held matches a count one by one [REP-046]', async () => {
  await empty()
  const random = createRandom('held')
  await database.pool.query("update keywords set tag_ids = '{}'")
  for (let round = 0; round < 6; round++) await changeKeywords(random)
  const hits = Array.from({ length: 300 }, () =>
    hit({
      keywordId: random.pick(keywordIds),
      publisher: random.pick(PUBLISHERS),
      day: plusDays(TODAY, -random.between(0, 12)),
    }),
  )
  await recordHits(database.db, hits, TODAY)
  const range = { from: plusDays(TODAY, -9), to: plusDays(TODAY, -1) }
  for (const tags of [[1], [2, 2], [1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7, 8], [99]]) {
    const { rows } = await database.pool.query(
      `select day, p.name as publisher, p.is_ours as "isOurs", count(*)::int as keywords
       from stats join keywords using (keyword_id) join publishers p using (publisher_id)
       where tag_ids && $1::integer[] and day between $2 and $3 group by 1, 2, 3 order by 1, 2`,
      [tags, range.from, range.to],
    )
    expect(await countHeld(database.db, range, tags)).toEqual(rows)
  }
})
