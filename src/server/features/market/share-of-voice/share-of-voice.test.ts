import { sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { articleChecklist } from '../../../db/schema/article-work.ts'
import { articleEvents } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildHit, buildKeyword } from '../../../testing/builders.ts'
import { type Hit, recordHits } from './verbs/record-hits.ts'

const FORMULAS = ['=1+1', '+1+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '=HYPERLINK("http://x")']

let api: Api
let opm: Client
let today: string
beforeAll(async () => {
  api = await startApi({ ORG_TZ: 'America/New_York' })
  opm = await api.as('opm')
  today = dayAt(api.now(), 'America/New_York')
})
afterAll(() => api.close())

const back = (days: number) => plusDays(today, -days)
const record = (...hits: Hit[]) => recordHits(api.database.db, hits, today)
const newKeyword = async (words?: string) => (await buildKeyword(api.database.db, words)).id

describe('the stats of a keyword', () => {
  it('name the holder of each day, with the article [SOV-014] [SOV-015] [SOV-016]', async () => {
    const keywordId = await newKeyword()
    await record(
      buildHit({ keywordId, day: back(1), publisher: 'Nookwise' }),
      buildHit({ keywordId, day: back(1) }),
      buildHit({ keywordId, day: back(3), publisher: 'Nookwise' }),
    )
    const { status, body } = await opm.get(`/api/stats?keyword_id=${keywordId}`)
    expect([status, body.length]).toEqual([200, 3])
    expect(
      body.map((stat: Record<string, unknown>) => [stat.created_at, stat.publisher, stat.is_winning]),
    ).toEqual([
      [back(3), 'Nookwise', false],
      [back(1), 'Hearthside', true],
      [back(1), 'Nookwise', false],
    ])
    expect(body[1]).toEqual({
      stat_id: expect.any(Number),
      keyword_id: keywordId,
      created_at: back(1),
      publisher: 'Hearthside',
      is_winning: true,
      parsed_data: {
        title: 'The Best Kettles',
        publishedDate: 'Sep 30, 2026',
        fullArticleUrl: 'https://www.amazon.com/ospublishing/story/1',
        items: [{ asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Value', blurb: 'It boils.' }],
      },
    })
    expect((await opm.get(`/api/stats/${body[1].stat_id}`)).body).toEqual(body[1])
    expect((await opm.get('/api/stats/999999999')).status).toBe(404)
  })

  it('of a publisher reported twice are the first report, in its place', async () => {
    const keywordId = await newKeyword()
    const hit = { keywordId, day: back(1) }
    await record(
      buildHit({ ...hit, publisher: 'Nookwise', title: 'First' }),
      buildHit({ ...hit, publisher: 'Marlow Picks' }),
      buildHit({ ...hit, publisher: 'Nookwise', title: 'Again' }),
    )
    const { body } = await opm.get(`/api/stats?keyword_id=${keywordId}`)
    expect(body.map(({ publisher, parsed_data: { title } }: Stat) => [publisher, title])).toEqual([
      ['Nookwise', 'First'],
      ['Marlow Picks', 'The Best Kettles'],
    ])
    const { body: row } = await opm.get(`/api/keywords/${keywordId}`)
    expect(row.last_result.publisher).toBe('Nookwise')
  })

  it('are those of the last ninety days, or of the requested ones', async () => {
    const keywordId = await newKeyword()
    await record(...[0, 89, 90, 120].map((days) => buildHit({ keywordId, day: back(days) })))
    const days = async (query: string) =>
      (await opm.get(`/api/stats?keyword_id=${keywordId}${query}`)).body.map(
        ({ created_at }: { created_at: string }) => created_at,
      )
    expect(await days('')).toEqual([back(89), today])
    expect(await days(`&from=${back(120)}&to=${back(90)}`)).toEqual([back(120), back(90)])
    expect(await days(`&to=${back(50)}`)).toEqual([back(120), back(90), back(89)])
  })

  it('of absurd days are refused, in both views [S17]', async () => {
    const id = await newKeyword()
    for (const [from, to] of [
      ['0001-01-01', '2026-01-01'],
      ['2026-01-01', '9999-12-31'],
      ['0001-01-01', '0001-01-01'],
    ]) {
      const days = `keyword_id=${id}&from=${from}&to=${to}`
      for (const path of ['calendar?', '?'])
        expect((await opm.get(`/api/stats/${path}${days}`)).status, path + days).toBe(400)
    }
    expect((await opm.get(`/api/stats?keyword_id=${id}&to=0001-01-01`)).status).toBe(400)
    expect((await opm.get(`/api/stats?keyword_id=${id}&from=1000-01-01&to=2999-12-31`)).status).toBe(200)
    const widest = `keyword_id=${id}&from=1000-01-01&to=2999-12-31`
    expect((await opm.get(`/api/stats/calendar?${widest}`)).status).toBe(200)
  })

  it('need a keyword, and the right to see keywords', async () => {
    expect((await opm.get('/api/stats')).status).toBe(400)
    const writer = await api.as('wrt')
    expect((await writer.get('/api/stats?keyword_id=1')).status).toBe(403)
  })
})

describe('our article for comparison with a losing one', () => {
  it('is the latest with which one of our sites won', async () => {
    const keywordId = await newKeyword()
    await record(
      buildHit({ keywordId, day: back(9), title: 'Older' }),
      buildHit({ keywordId, day: back(4), title: 'Newer' }),
      buildHit({ keywordId, day: back(1), title: 'Theirs', publisher: 'Nookwise' }),
    )
    const { status, body } = await opm.get(`/api/stats/find?keyword=${keywordId}`)
    expect([status, body.parsed_data.title]).toEqual([200, 'Newer'])
    expect((await opm.get(`/api/stats/${body.stat_id}`)).body.created_at).toBe(back(4))
  })

  it('is the latest up to a given day, that day included', async () => {
    const keywordId = await newKeyword()
    await record(
      buildHit({ keywordId, day: back(9), title: 'Older' }),
      buildHit({ keywordId, day: back(4), title: 'Newer' }),
    )
    const until = async (days: number) =>
      (await opm.get(`/api/stats/find?keyword=${keywordId}&until=${back(days)}`)).body
    expect((await until(4)).parsed_data.title).toBe('Newer')
    expect((await until(5)).parsed_data.title).toBe('Older')
    expect((await until(10)).message).toBe('No articles from our sites')
  })

  it('is missing where none of our sites ever won, and says so', async () => {
    const keywordId = await newKeyword()
    await record(buildHit({ keywordId, day: back(1), publisher: 'Nookwise' }))
    const { status, body } = await opm.get(`/api/stats/find?keyword=${keywordId}`)
    expect([status, body.message]).toEqual([404, 'No articles from our sites'])
  })
})

describe('the calendar of a keyword', () => {
  const calendar = async (keywordId: number, from: string, to: string) =>
    (await opm.get(`/api/stats/calendar?keyword_id=${keywordId}&from=${from}&to=${to}`)).body

  it('counts ours and the others on days with data, and knows no others [SOV-005] [SOV-006]', async () => {
    const keywordId = await newKeyword()
    await record(
      buildHit({ keywordId, day: back(5) }),
      buildHit({ keywordId, day: back(5), publisher: 'Nookwise' }),
      buildHit({ keywordId, day: back(5), publisher: 'Larder Post' }),
      buildHit({ keywordId, day: back(2), publisher: 'Nookwise' }),
      buildHit({ keywordId, day: back(1), publisher: 'Open Kitchen' }),
    )
    const { days } = await calendar(keywordId, back(5), back(2))
    expect(days).toEqual([
      { day: back(5), won: 1, lost: 2 },
      { day: back(2), won: 0, lost: 1 },
    ])
  })

  it('marks when an article came out, was made better, and tracking began, with the share before and after', async () => {
    const article = await buildArticle(api.database.db, { userId: opm.id, status: 'published' })
    const keywordId = article.keyword.id
    // Late in the evening in New York, when it is the next day in UTC.
    const published = new Date(`${back(9)}T03:00:00Z`)
    await api.database.db
      .insert(articleEvents)
      .values({ articleId: article.id, action: 'published', createdAt: published })
    await api.database.db.execute(
      sql`update keywords set tracked_since = ${`${back(30)}T12:00:00Z`} where keyword_id = ${keywordId}`,
    )
    const isOurs = [back(10), back(9), back(8), back(7), back(12)]
    await record(
      ...[...isOurs, back(6), back(11), back(20), back(38), back(39)].map((day) =>
        buildHit({ keywordId, day, publisher: isOurs.includes(day) ? 'Hearthside' : 'Nookwise' }),
      ),
    )
    const { annotations } = await calendar(keywordId, back(30), today)
    const named = { article_id: article.id, title: article.title }
    expect(annotations).toEqual([
      { day: back(30), kind: 'tracked', article: null, before: 0, after: 62.5 },
      { day: back(10), kind: 'published', article: named, before: 25, after: 80 },
    ])
    await api.database.db
      .insert(articleChecklist)
      .values({ articleId: article.id, position: 0, kind: 'words', text: 'More words' })
    const updated = await calendar(keywordId, back(12), today)
    expect(updated.annotations).toMatchObject([{ day: back(10), kind: 'updated' }])
  })

  it('has no share where there is no data', async () => {
    const { annotations, days } = await calendar(await newKeyword(), back(30), today)
    expect([days, annotations]).toEqual([
      [],
      [{ day: today, kind: 'tracked', article: null, before: null, after: null }],
    ])
  })
})

describe('the report of a day', () => {
  it('is announced for each day of a range, so that only days with data have a file [REP-044] [REP-014] [REP-015]', async () => {
    const keywordId = await newKeyword()
    await record(buildHit({ keywordId, day: back(3) }))
    const report = async (query: string) =>
      (await opm.get(`/api/stats/has-share-of-voice-report${query}`)).body
    const week = await report('')
    expect(Object.keys(week)).toEqual([6, 5, 4, 3, 2, 1, 0].map(back))
    const { rows } = await api.database.pool.query<{ day: string }>('select distinct day from stats')
    const collected = rows.map(({ day }) => day)
    for (const [day, isThere] of Object.entries(week)) expect(isThere, day).toBe(collected.includes(day))
    const quarter = await report('?dateRange=90')
    expect([quarter[back(3)], quarter[back(60)]]).toEqual([true, false])
    expect(week[back(3)]).toBe(true)
    expect(Object.keys(quarter)).toHaveLength(90)
    expect((await opm.get('/api/stats/has-share-of-voice-report?dateRange=8')).status).toBe(400)
  })

  it('is a CSV in which nothing is a formula, and which says all that was stored [REP-045] [S12]', async () => {
    const day = back(100)
    for (const [index, formula] of FORMULAS.entries()) {
      const keywordId = await newKeyword(`${formula} ${index}`)
      await record(
        buildHit({
          keywordId,
          day,
          publisher: formula,
          title: formula,
          publishedDate: formula,
          url: formula,
        }),
      )
    }
    const keywordId = await newKeyword('plain kettle')
    const plain = {
      keywordId,
      title: 'Plain Kettles',
      publishedDate: 'Sep 29, 2026',
      url: 'https://a.example/1',
    }
    await record(
      buildHit({ ...plain, day, publisher: 'Nookwise' }),
      buildHit({ ...plain, day, title: 'Our Kettles' }),
      ...[back(99), back(101)].map((other) => buildHit({ keywordId, day: other })),
    )
    const { status, body, headers } = await opm.get(`/api/stats/share-of-voice-analysis.csv?date=${day}`)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toContain(`share-of-voice-${day}.csv`)
    const { data: rows, meta } = Papa.parse<Record<string, string>>(body, {
      header: true,
      skipEmptyLines: true,
    })
    expect(meta.fields).toEqual(['Day', 'Keyword', 'Publisher', 'Won', 'Title', 'Published', 'Link', 'Items'])
    const shared = {
      Day: day,
      Keyword: 'plain kettle',
      Published: 'Sep 29, 2026',
      Link: 'https://a.example/1',
    }
    expect(rows.filter(({ Keyword }) => Keyword === 'plain kettle')).toEqual([
      { ...shared, Publisher: 'Hearthside', Won: 'yes', Title: 'Our Kettles', Items: expect.any(String) },
      { ...shared, Publisher: 'Nookwise', Won: 'no', Title: 'Plain Kettles', Items: expect.any(String) },
    ])
    const data = rows.filter(({ Keyword }) => Keyword !== 'plain kettle')
    expect(data).toHaveLength(FORMULAS.length)
    for (const row of data) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝]/)
      expect(JSON.parse(row.Items ?? '')).toEqual([
        { asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Value', blurb: 'It boils.' },
      ])
    }
    expect(data.map(({ Title }) => Title).sort()).toEqual(FORMULAS.map((formula) => `'${formula}`).sort())
  })

  it('may be nothing at all', async () => {
    const { body } = await opm.get('/api/stats/share-of-voice-analysis.csv?date=2020-01-01')
    expect(body.trim()).toBe('Day,Keyword,Publisher,Won,Title,Published,Link,Items')
  })
})
