import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { monthsFrom, proposedMonth } from '#shared/features/keywords/planner/rules.ts'
import { insertMarket } from '../../../sample/market.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let manager: Client
let reviewer: Client
let siteId: number
let months: string[]
beforeAll(async () => {
  api = await startApi()
  await insertMarket(api.database.db, api.now(), ['us', 'uk'])
  manager = await api.as('opm')
  reviewer = await api.as('qa')
  siteId = (await buildSite(api.database.db, { code: 'gv' })).id
  months = monthsFrom(api.now().toISOString().slice(0, 10))
})
afterAll(() => api.close())

const opportunities = async (query = ''): Promise<OpportunityPage> =>
  (await manager.get(`/api/keyword-opportunities?${query}`)).body
let taken = 0
/** Searches without a plan. */
async function searches(count: number) {
  const { keywords } = await opportunities('sort=publishBy&sortOrder=asc')
  taken += count
  return keywords.slice(taken - count, taken)
}
async function planned(changes: object = {}, by: Client = manager): Promise<PlanEntry> {
  const [row] = await searches(1)
  const body = { country: 'us', keywords: [row?.name], site_id: siteId, ...changes }
  const { status, body: answer } = await by.post('/api/plans', body)
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer.planned[0]
}
const listed = async (query = '', by: Client = manager): Promise<PlanEntry[]> =>
  (await by.get(`/api/plans${query}`)).body.nodes
const found = async (id: number, by: Client = manager) =>
  (await listed('', by)).find(({ plan_id }) => plan_id === id)

describe('planning', () => {
  it('puts several searches of a market into the months of their publish-by dates, once for a site', async () => {
    const rows = await searches(3)
    const keywords = rows.map(({ name }) => name)
    const body = { country: 'us', keywords: [...keywords, keywords[0]?.toUpperCase()], site_id: siteId }
    const { status, body: answer } = await manager.post('/api/plans', { ...body, note: 'for the season' })
    expect(status).toBe(201)
    expect(answer.already).toEqual([])
    const today = api.now().toISOString().slice(0, 10)
    for (const row of rows)
      expect(answer.planned.find(({ keyword }: PlanEntry) => keyword === row.name)).toMatchObject({
        month: proposedMonth(row.publish_by, today),
        publish_by: row.publish_by?.date,
        peak: row.publish_by?.peak,
        site_code: 'gv',
        score: row.opportunityScore,
        volume: row.estimatedExactSearchVolume,
        asins: row.combinedAsins.map(({ asin }) => asin),
        note: 'for the season',
        by: { id: manager.id },
        keyword_id: null,
        article: null,
        tracked: null,
      })
    expect(answer.planned).toHaveLength(3)
    const again = await reviewer.post('/api/plans', body)
    expect(again.body.planned).toEqual([])
    expect(again.body.already.map(({ by }: PlanEntry) => by.id)).toEqual([manager.id, manager.id, manager.id])
  })

  it('is shown beside the opportunity to every planner', async () => {
    const plan = await planned({ month: months[4] })
    const { keywords } = await opportunities(`includeText=${encodeURIComponent(plan.keyword)}`)
    const row = keywords.find(({ name }) => name === plan.keyword)
    expect(row?.planned).toEqual([{ plan_id: plan.plan_id, site_code: 'gv', month: months[4] }])
    const others = await opportunities(`country=uk&includeText=${encodeURIComponent(plan.keyword)}`)
    expect(others.keywords.find(({ name }) => name === plan.keyword)?.planned).toEqual([])
  })

  it('takes words that the market does not know, without a date', async () => {
    const { body } = await manager.post('/api/plans', {
      country: 'us',
      keywords: ['  Left-handed  kettle descaler '],
      site_id: siteId,
    })
    expect(body.planned[0]).toMatchObject({
      publish_by: null,
      peak: null,
      score: null,
      asins: [],
      month: months[0],
    })
  })

  it('requires one of the twelve months, and an active site', async () => {
    const rest = await buildSite(api.database.db, { retiredAt: api.now() })
    const body = { country: 'us', keywords: ['kettle'], site_id: siteId }
    const refused = async (wrong: object) => {
      const { status, body: answer } = await manager.post('/api/plans', { ...body, ...wrong })
      return [status, answer.validation?.body.issues[0]]
    }
    const message = 'Choose one of the next twelve months'
    expect(await refused({ month: '2020-01' })).toMatchObject([400, { path: 'month', message }])
    expect(await refused({ month: '2026-13' })).toMatchObject([400, { path: 'month' }])
    const resting = `${rest.displayName} is retired`
    expect(await refused({ site_id: rest.id })).toMatchObject([400, { path: 'site_id', message: resting }])
    const missing = { path: 'site_id', message: 'Missing Site' }
    expect(await refused({ site_id: 99_999 })).toMatchObject([400, missing])
    const unseen = { path: 'keywords.0', message: 'Enter a keyword' }
    expect(await refused({ keywords: ['\u200b'] })).toMatchObject([400, unseen])
  })

  it('needs the right to request articles, and is visible with the right to view keywords', async () => {
    const writer = await api.as('wrt')
    expect((await writer.get('/api/plans')).status).toBe(403)
    expect(
      (await writer.post('/api/plans', { country: 'us', keywords: ['a'], site_id: siteId })).status,
    ).toBe(403)
  })
})

describe('a planned keyword', () => {
  it('is moved to another month by its version; a second mover gets the current plan', async () => {
    const { plan_id: id, version } = await planned()
    const first = await manager.patch(`/api/plans/${id}`, { month: months[3], version })
    expect(first.body).toMatchObject({ month: months[3], version: version + 1 })
    const second = await reviewer.patch(`/api/plans/${id}`, { month: months[5], version })
    expect(second.status).toBe(409)
    expect(second.body.details.current).toMatchObject({ month: months[3], version: version + 1 })
    expect((await found(id))?.month).toBe(months[3])
  })

  it('of two that move it at once is moved by one', async () => {
    // None of them goes where it stands already, which would be no change.
    const { plan_id: id, version } = await planned({ month: months[0] })
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(
        async (at) => (await manager.patch(`/api/plans/${id}`, { month: months[at], version })).status,
      ),
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
  })

  it('is taken off the plan and put back, unless its site has planned it again meanwhile', async () => {
    const plan = await planned({ month: months[2], note: 'soon' })
    const path = `/api/plans/${plan.plan_id}`
    expect((await manager.delete(path)).status).toBe(204)
    expect(await found(plan.plan_id)).toBeUndefined()
    expect((await manager.patch(path, { month: months[1] })).status).toBe(404)
    expect((await reviewer.post(`${path}/restore`)).body).toMatchObject({ month: months[2], note: 'soon' })
    await manager.delete(path)
    await manager.post('/api/plans', { country: 'us', keywords: [plan.keyword], site_id: siteId })
    const { status, body } = await manager.post(`${path}/restore`)
    expect([status, body.message]).toEqual([409, 'This keyword has been planned again.'])
  })

  it('cannot be restored if its site was retired meanwhile', async () => {
    const site = await buildSite(api.database.db, {})
    const { body } = await manager.post('/api/plans', {
      ...{ country: 'us', keywords: ['teapot warmers'], site_id: site.id },
    })
    const path = `/api/plans/${body.planned[0].plan_id}`
    await manager.delete(path)
    await api.database.pool.query('update sites set retired_at = now() where site_id = $1', [site.id])
    expect((await manager.post(`${path}/restore`)).status).toBe(400)
  })

  it('shows the article of its site, and of drafts its reader’s own', async () => {
    const { db } = api.database
    const plan = await planned()
    const shown = async (by: Client = manager) => (await found(plan.plan_id, by))?.article ?? null
    await buildArticle(db, { userId: manager.id, siteId, status: 'draft', keyword: plan.keyword })
    expect(await shown()).toMatchObject({ status: 'draft' })
    expect(await shown(reviewer)).toBeNull()
    const keywordId = (await found(plan.plan_id))?.keyword_id
    const write = (sql: string, ...values: unknown[]) => api.database.pool.query(sql, values)
    const other = await buildSite(db)
    const elsewhere = await buildArticle(db, { userId: reviewer.id, siteId: other.id, status: 'requested' })
    const refused = await buildArticle(db, { userId: reviewer.id, siteId, status: 'rejected' })
    const article = await buildArticle(db, { userId: reviewer.id, siteId, status: 'requested' })
    for (const { id } of [elsewhere, refused, article])
      await write(
        'insert into article_keywords (article_id, keyword_id, position) values ($1, $2, 2)',
        id,
        keywordId,
      )
    expect(await shown()).toEqual({ article_id: article.id, title: article.title, status: 'requested' })
    await write("update articles set status = 'published' where article_id = $1", article.id)
    expect((await found(plan.plan_id))?.tracked).toBeNull()
    await write(
      "insert into content_posts (site_id, post_id, title, source, article_id) values ($1, '4711', 'Post', 'copydesk', $2)",
      siteId,
      article.id,
    )
    expect(await found(plan.plan_id)).toMatchObject({
      article: { status: 'published' },
      tracked: { site_code: 'gv', post_id: '4711' },
    })
  })

  it('of a month that is over stays until its article is out', async () => {
    const plan = await planned()
    await api.database.pool.query(
      "update planned_keywords set month = month - interval '3 months' where plan_id = $1",
      [plan.plan_id],
    )
    expect(await found(plan.plan_id)).toBeDefined()
    await buildArticle(api.database.db, {
      userId: manager.id,
      siteId,
      status: 'published',
      keyword: plan.keyword.toLowerCase(),
    })
    expect(await found(plan.plan_id)).toBeUndefined()
  })

  it('is found by its site, by its planner and by its country', async () => {
    const other = await buildSite(api.database.db)
    const plan = await planned({ site_id: other.id }, reviewer)
    const british = await planned({ country: 'uk' })
    const ids = async (query: string) => (await listed(query)).map(({ plan_id }) => plan_id)
    expect(await ids(`?site=${other.id}`)).toEqual([plan.plan_id])
    expect(await ids(`?by=${reviewer.id}`)).toEqual([plan.plan_id])
    expect(await ids('?country=uk')).toEqual([british.plan_id])
    const all = await manager.get('/api/plans')
    expect(all.body.totalCount).toBe(all.body.nodes.length)
  })
})
