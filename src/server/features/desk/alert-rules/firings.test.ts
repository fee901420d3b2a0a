import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FIRINGS_PAGE } from '#shared/features/desk/alert-rules/contract.ts'
import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { type AlertStage, alertStage } from '../../../testing/alert-stage.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { EVALUATE } from './verbs/evaluate-rules.ts'

let api: Api
let opm: Client
let stage: AlertStage
beforeAll(async () => {
  api = await startApi({ ALERTS_AT: '00:00' })
  stage = alertStage(api, (await buildSite(api.database.db, { code: 'tt', displayName: 'Tidy' })).id)
})
beforeEach(async () => {
  await stage.clear()
  opm = await api.as('opm')
})
afterAll(() => api.close())

const today = () => api.now().toISOString().slice(0, 10)
const ask = (text: string) => api.database.pool.query(text)
const night = async () => api.runJob(EVALUATE)
const testOf = async (query: string) => (await opm.get(`/api/alert-rules/back-test?${query}`)).body
const FELL = { name: 'Falls', kind: 'earnings-fell', threshold: 50, least: 500, cool_down_days: 14 }
const write = async () => (await opm.post('/api/alert-rules', { ...FELL, people: [opm.id] })).body

describe('what a rule speaks of', () => {
  const fell = 'kind=earnings-fell&threshold=50'
  const firingsOf = async (query: string) => (await opm.get(`/api/alert-rules/firings?${query}`)).body

  it('is named one by one for today, by page, also where it is more than is shown beside the rule', async () => {
    await stage.fallenPosts(...Array.from({ length: FIRINGS_PAGE + 2 }, (_, index) => String(index + 1)))
    await night()
    const first = await firingsOf(fell)
    expect(first.totalCount).toBe(FIRINGS_PAGE + 2)
    expect(first.nodes).toHaveLength(FIRINGS_PAGE)
    expect(first.nodes[0]).toMatchObject({ title: 'Best 1', post: 'tt/1', finding: { was: 1200, is: 400 } })
    const second = await firingsOf(`${fell}&page=2`)
    expect(second.nodes).toHaveLength(2)
    const ids = [...first.nodes, ...second.nodes].map(({ subject_id }) => subject_id)
    expect(new Set(ids).size).toBe(FIRINGS_PAGE + 2)
  })

  it('is named for each time that the back-test counts, in all and week by week', async () => {
    await stage.fallenPosts('1', '2')
    await night()
    const often = `${fell}&cool_down_days=7`
    const { told, weeks } = await testOf(often)
    const would = await firingsOf(`${often}&of=would`)
    expect(would.totalCount).toBe(told)
    const days = would.nodes.map(({ day }: { day: string }) => day)
    expect(days).toEqual([...days].sort().reverse())
    let counted = 0
    for (const { week, alerts } of weeks) {
      const ofWeek = await firingsOf(`${often}&of=would&week=${week}`)
      expect(ofWeek.totalCount).toBe(alerts ?? 0)
      expect(ofWeek.nodes.every(({ day }: { day: string }) => weekOf(day) === week)).toBe(true)
      counted += ofWeek.totalCount
    }
    expect(counted).toBeGreaterThan(0)
    expect(would.nodes[0].finding).not.toBeNull()
  })

  it('is kept with the day of its notice, even for a deleted post', async () => {
    await stage.fallenPosts('1', '2')
    const { rule_id: id } = await write()
    await night()
    const told = async () => (await opm.get(`/api/alert-rules/${id}/firings`)).body
    expect(await told()).toMatchObject({
      totalCount: 2,
      nodes: [
        { day: today(), title: 'Best 1', post: 'tt/1', finding: { was: 1200, is: 400 }, answer: null },
        { day: today(), title: 'Best 2' },
      ],
    })
    const [{ subject_id }] = (await told()).nodes
    await opm.put(`/api/alert-rules/${id}/answers`, { subject_id, answer: 'noise' })
    await ask('delete from content_earnings')
    await ask('delete from alert_facts')
    await ask("delete from content_posts where post_id = '1'")
    expect((await told()).nodes[0]).toMatchObject({ title: null, finding: null, answer: 'noise' })
    expect((await opm.get('/api/alert-rules/999999/firings')).status).toBe(404)
  })

  it('is nothing where nothing is known', async () => {
    expect(await firingsOf(`${fell}&of=would`)).toEqual({ nodes: [], totalCount: 0 })
    expect((await opm.get(`/api/alert-rules/firings?${fell}&week=soon`)).status).toBe(400)
  })
})
