import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import { mondayOf } from '#shared/features/keywords/opportunities/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Database } from '../../../db/connect.ts'
import { articleEvents } from '../../../db/schema/articles.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { insertMarket } from '../../../sample/market.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { measureLead } from './lead-queries.ts'

const USUAL = { rankDays: 56, writeDays: 21 }

let api: Api
let manager: Client
beforeAll(async () => {
  api = await startApi({ PUBLISH_BY_RANK_WEEKS: '6', PUBLISH_BY_WRITE_WEEKS: '2' })
  await insertMarket(api.database.db, api.now(), ['us'])
  manager = await api.as('opm')
})
afterAll(() => api.close())

const ask = async (query: string): Promise<OpportunityPage> =>
  (await manager.get(`/api/keyword-opportunities?${query}`)).body

describe('opportunities by publish-by date', () => {
  it('are sorted by the next date, each with its peak, and those without a season last', async () => {
    const { keywords, lead } = await ask('sort=publishBy&sortOrder=asc')
    expect(lead).toEqual({ rank_days: 42, rank_of: null, write_days: 14, write_of: null })
    const dates = keywords.map(({ publish_by: publishBy }) => publishBy?.date ?? '')
    expect(dates).toEqual(dates.toSorted())
    const today = api.now().toISOString().slice(0, 10)
    expect((dates[0] ?? '') >= today).toBe(true)
    // Whatever is looked at has its date between the first and the last of them.
    const best = (await ask('seasonalityMin=3')).keywords
      .map(({ publish_by: publishBy }) => publishBy?.date ?? '')
      .sort()
    expect([dates[0], ...best].sort()[0]).toBe(dates[0])
    expect([...best, await latestDate()].sort().at(-1)).toBe(await latestDate())
    for (const { peakWeek, publish_by: publishBy } of keywords) {
      expect(publishBy?.peak).toBe(plusDays(publishBy?.date ?? '', 56))
      expect(publishBy?.peak).toBe(mondayOf(peakYear(publishBy?.peak ?? ''), peakWeek ?? 0))
    }
    const last = await ask(`sort=publishBy&sortOrder=asc&page=${await lastPage()}`)
    expect(last.keywords.at(-1)).toMatchObject({ publish_by: null })
    expect((await ask('sort=publishBy&sortOrder=desc')).keywords[0]?.publish_by?.date).toBe(
      await latestDate(),
    )
  })

  const peakYear = (monday: string) => new Date(Date.parse(monday) + 3 * DAY_MS).getUTCFullYear()
  const lastPage = async () => Math.ceil((await ask('')).total_count / 50)
  async function latestDate() {
    const { total_count: seasonal } = await ask('seasonalityMin=3')
    const { keywords } = await ask(
      `sort=publishBy&sortOrder=asc&seasonalityMin=3&page=${Math.ceil(seasonal / 50)}`,
    )
    return keywords.at(-1)?.publish_by?.date
  }
})

describe('how long articles take, and pages until they are found', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  let database: Database
  let userId: number
  beforeAll(async () => {
    database = await createTestDatabase()
    userId = (await buildUser(database.db)).id
  })
  afterAll(() => database.close())

  const measure = () => measureLead(database.db, { now, timeZone: 'UTC', usual: USUAL })
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS)

  async function buildPublished(
    siteId: number,
    { written, found, ago = 100 }: { written: number; found: number | null; ago?: number },
  ) {
    const { pool, db } = database
    const article = await buildArticle(db, { userId, siteId, status: 'published' })
    const publishedAt = day(-ago)
    await db.insert(articleEvents).values([
      {
        articleId: article.id,
        action: 'requested',
        createdAt: new Date(publishedAt.getTime() - written * DAY_MS),
      },
      { articleId: article.id, action: 'published', createdAt: publishedAt },
    ])
    const { rows } = await pool.query('select keyword_id from article_keywords where article_id = $1', [
      article.id,
    ])
    const story = async (title: string, from: number, publisher: string) => {
      const on = new Date(publishedAt.getTime() + from * DAY_MS).toISOString().slice(0, 10)
      await pool.query(
        `with p as (insert into publishers (name, is_ours) values ($1, $2) on conflict (name) do update set is_ours = $2 returning publisher_id),
           s as (insert into stories (fingerprint, title, items, last_day) values ($3, $4, '[]', $5) returning story_id)
         insert into stats (keyword_id, day, publisher_id, is_winning, story_id)
         select $6, $5, publisher_id, $2, story_id from p, s`,
        [
          publisher,
          publisher !== 'Others',
          `${article.id} ${title} ${from} ${publisher}`,
          title,
          on,
          rows[0].keyword_id,
        ],
      )
    }
    const { rows: sites } = await pool.query('select display_name from sites where site_id = $1', [siteId])
    const site = sites[0].display_name
    // Neither an older result, nor another title, nor another publisher's page counts as found.
    await story(article.title, -5, site)
    await story('Another one', 1, site)
    await story(article.title, 2, 'Others')
    if (found !== null) await story(article.title.toUpperCase(), found, site)
  }

  it('is the setting until ten articles give a figure, and their median from then on', async () => {
    const { id: siteId } = await buildSite(database.db)
    expect(await measure()).toEqual({ ...USUAL, rankOf: null, writeOf: null })
    for (let nth = 0; nth < 9; nth += 1) await buildPublished(siteId, { written: 10 + nth, found: 30 + nth })
    expect(await measure()).toEqual({ ...USUAL, rankOf: null, writeOf: null })
    // Recent requests are excluded, because only quick ones could be finished.
    await buildPublished(siteId, { written: 1, found: 4, ago: 20 })
    expect(await measure()).toEqual({ ...USUAL, rankOf: null, writeOf: null })
    await buildPublished(siteId, { written: 90, found: null })
    expect(await measure()).toEqual({ rankDays: 56, rankOf: null, writeDays: 15, writeOf: 10 })
    await buildPublished(siteId, { written: 90, found: 80 })
    expect(await measure()).toEqual({ rankDays: 35, rankOf: 10, writeDays: 15, writeOf: 11 })
  })
})
