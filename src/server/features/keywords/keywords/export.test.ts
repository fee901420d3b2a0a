import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let siteId: number

beforeAll(async () => {
  api = await startApi({ ORG_TZ: 'America/New_York' })
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db, { displayName: 'Hearthside', logoUrl: '/images/h.png' })).id
})
afterAll(() => api.close())

const create = async (body: object) => (await opm.post('/api/keywords', body)).body
const found = async (query: string) =>
  (await opm.get(`/api/keywords?currentPage=1&${query}`)).body.data.map(
    ({ keyword }: { keyword: string }) => keyword,
  )

describe('the keywords as CSV', () => {
  it('are the matches of the filter, with formulas made harmless and numbers left alone [KW-065] [KW-066] [S12]', async () => {
    for (const keyword of ['csv =1+1', '=csv()', '-csv', '@csv', '+csv', '-12.5', 'csv, "quoted"'])
      await create({ keyword, tags: [{ tag: '=tag' }] })
    const answer = await opm.get(
      `/api/keywords/keywords.csv?tags=${(await opm.get('/api/tags?query==tag')).body[0].tag_id}`,
    )
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="keywords.csv"')
    const [head, ...lines] = String(answer.body).trimEnd().split('\n')
    expect(head).toBe('Keyword,Tracked,Tags,Sites,Win % 30 d,Created')
    expect(lines.map((line) => line.split(',yes')[0]).sort()).toEqual(
      ["'+csv", "'-csv", "'=csv()", "'@csv", '"csv, ""quoted"""', '-12.5', 'csv =1+1'].sort(),
    )
    expect(lines[0]).toContain(",'=tag,")
  })

  it('are narrowed and ordered by every parameter of the list, as the list is [KW-065]', async () => {
    const { db } = api.database
    const [one, two, other, untagged, unsited] = await Promise.all([
      create({ keyword: 'order ash', tags: [{ tag: 'order' }], sites: [siteId], tracked: false }),
      create({ keyword: 'order birch', tags: [{ tag: 'order' }], sites: [siteId] }),
      create({ keyword: 'another cedar', tags: [{ tag: 'order' }], sites: [siteId] }),
      create({ keyword: 'order elm', sites: [siteId] }),
      create({ keyword: 'order fir', tags: [{ tag: 'order' }] }),
    ])
    const days = ['2024-05-03', '2024-05-01', '2024-05-02', '2024-05-04', '2024-05-05']
    for (const [index, { keyword_id: id }] of [one, two, other, untagged, unsited].entries())
      await db.execute(
        sql`update keywords set created_at = ${`${days[index]}T12:00:00Z`} where keyword_id = ${id}`,
      )
    const { id: articleId } = await buildArticle(db, { userId: opm.id, status: 'approved' })
    await db.execute(
      sql`insert into article_keywords (article_id, keyword_id, position) values (${articleId}, ${two.keyword_id}, 1)`,
    )
    const asExport = async (query: string) =>
      String((await opm.get(`/api/keywords/keywords.csv?${query}`)).body)
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0])
    const ours = `createdFrom=2024-05-01&createdTo=2024-05-05`
    for (const [query, keywords] of [
      [`${ours}&keyword=order&sort=keyword`, ['order ash', 'order birch', 'order elm', 'order fir']],
      [`${ours}&tracked=false`, ['order ash']],
      [`${ours}&tracked=true&sort=keyword`, ['another cedar', 'order birch', 'order elm', 'order fir']],
      [
        `${ours}&keyword=order&tags=${one.tags[0].tag_id}&sort=keyword`,
        ['order ash', 'order birch', 'order fir'],
      ],
      [`${ours}&keyword=order&sites=${siteId}&sort=keyword`, ['order ash', 'order birch', 'order elm']],
      [`${ours}&articleStatus=approved`, ['order birch']],
      ['createdFrom=2024-05-02&createdTo=2024-05-03&sort=keyword', ['another cedar', 'order ash']],
    ] as const)
      expect([query, await asExport(query)]).toEqual([query, keywords])
    for (const [index, { keyword_id: id }] of [one, two, other].entries())
      await db.execute(sql`insert into keyword_days (keyword_id, last_day, as_of, rate_30)
        values (${id}, '2024-05-05', '2024-05-05', ${index === 0 ? 10 : 20})`)
    for (const sortOrder of ['asc', 'desc']) {
      const query = `${ours}&sort=winning_percentage&sortOrder=${sortOrder}`
      expect([query, await asExport(query)]).toEqual([query, await found(query)])
    }
    const byWord = ['another cedar', 'order ash', 'order birch', 'order elm', 'order fir']
    const byDay = ['order birch', 'another cedar', 'order ash', 'order elm', 'order fir']
    for (const [sort, ascending] of [
      ['keyword', byWord],
      ['created_at', byDay],
    ] as const)
      for (const [sortOrder, keywords] of [
        ['asc', ascending],
        ['desc', ascending.toReversed()],
      ] as const) {
        const query = `${ours}&sort=${sort}&sortOrder=${sortOrder}`
        expect([query, await asExport(query)]).toEqual([query, keywords])
        expect([query, await found(query)]).toEqual([query, keywords])
      }
  })

  it('have words, tracking, tags, sites, share and the day of creation that the filter finds them by [KW-058] [KW-059] [KW-065]', async () => {
    const tags = [{ tag: 'brooms' }, { tag: 'autumn' }]
    const { keyword_id: id } = await create({
      keyword: 'evening broom',
      tags,
      sites: [siteId],
      tracked: false,
    })
    // In New York it is still the evening of the first.
    await api.database.db.execute(
      sql`update keywords set created_at = '2025-03-02T03:00:00Z' where keyword = 'evening broom'`,
    )
    await api.database.db.execute(sql`insert into keyword_days (keyword_id, last_day, as_of, rate_7, rate_30, rate_90)
      values (${id}, '2025-03-02', '2025-03-02', 10, 33.33, 90)`)
    const days = 'createdFrom=2025-03-01&createdTo=2025-03-01'
    const { body } = await opm.get(`/api/keywords/keywords.csv?keyword=evening%20broom&${days}`)
    expect(String(body).trimEnd().split('\n')).toEqual([
      'Keyword,Tracked,Tags,Sites,Win % 30 d,Created',
      'evening broom,no,"autumn, brooms",Hearthside,33.3,2025-03-01',
    ])
  })
})
