import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { type AlertStage, alertStage } from '../../../testing/alert-stage.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildKeyword, buildSite } from '../../../testing/builders.ts'
import { EVALUATE, evaluateRules, MOST_NOTICES } from './verbs/evaluate-rules.ts'

const ASIN = 'B0AAAAAAB1'

let api: Api
let opm: Client
let siteId: number
let stage: AlertStage
/** How far the clock was put on. */
let ahead = 0
function advance(milliseconds: number) {
  ahead += milliseconds
  api.advance(milliseconds)
}
beforeAll(async () => {
  api = await startApi({ ALERTS_AT: '00:00' })
  siteId = (await buildSite(api.database.db, { code: 'tt', displayName: 'Tidy' })).id
  stage = alertStage(api, siteId)
})
beforeEach(async () => {
  advance(-ahead)
  await ask('update users set active = true')
  await stage.clear()
  opm = await api.as('opm')
})
afterAll(() => api.close())

const today = () => api.now().toISOString().slice(0, 10)
const monday = (weeksBack: number) => stage.monday(weeksBack)
const ask = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)

const FELL = { name: 'Falls', kind: 'earnings-fell', threshold: 50, least: 500, cool_down_days: 14 }
const write = async (who: Client, over: object = {}) =>
  (await who.post('/api/alert-rules', { ...FELL, people: [who.id], ...over })).body
const noticesOf = async (who: Client) =>
  (await who.get('/api/notices')).body.nodes.filter((notice: { kind: string }) => notice.kind === 'alert')
const night = async () => api.runJob(EVALUATE)
const testOf = async (query: string, who = opm) => (await who.get(`/api/alert-rules/back-test?${query}`)).body

describe('the night', () => {
  it('notifies once about each match of a rule, with its text and the link to its row', async () => {
    await stage.fallenPosts('1')
    await write(opm)
    await night()
    await night()
    const notices = await noticesOf(opm)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({
      about: { noun: 'post', key: 'tt/1', title: 'Best 1' },
      words: 'Falls: Earnings fell from $1,200.00 to $400.00 in four weeks.',
    })
    expect((await opm.get('/api/alert-rules')).body).toMatchObject([{ named_now: 1, listeners: 1 }])
  })

  it('counts the matches of a rule, which were counted when it was saved', async () => {
    await stage.fallenPosts('1')
    await night()
    await write(opm)
    const counts = async () => (await ask('select named_now, told_90 from alert_rules')).rows
    const recount = async () => {
      const { named, told } = await testOf('kind=earnings-fell&threshold=50&least=500&cool_down_days=14')
      return [{ named_now: named, told_90: told }]
    }
    expect(await recount()).toEqual([{ named_now: 1, told_90: 1 }])
    expect(await counts()).toEqual(await recount())
    await stage.fallenPosts('1', '2')
    advance(DAY_MS)
    await night()
    expect(await recount()).toMatchObject([{ named_now: 2 }])
    expect(await counts()).toEqual(await recount())
  })

  it('notifies again when the cool-down is over and the match persists, and not before', async () => {
    await stage.fallenPosts('1')
    await write(opm, { cool_down_days: 7 })
    await night()
    advance(6 * DAY_MS)
    await night()
    expect(await noticesOf(opm)).toHaveLength(1)
    advance(DAY_MS)
    await night()
    expect(await noticesOf(opm)).toHaveLength(2)
  })

  it('that is killed halfway notifies nobody, and the next try notifies everybody', async () => {
    await stage.fallenPosts('1')
    await write(opm)
    const { db } = api.database
    const deps = { db, clock: () => api.now(), timeZone: 'UTC', alerts: { dailyAt: '00:00' } }
    const sites = { findSite: async () => undefined }
    const notify = () => Promise.reject(new Error('killed'))
    await expect(evaluateRules({ ...deps, sites, notices: { notify } })).rejects.toThrow('killed')
    expect((await ask('select from alert_tellings')).rowCount).toBe(0)
    await night()
    expect(await noticesOf(opm)).toHaveLength(1)
  })

  it('locks no rule while it evaluates and notifies: one saved meanwhile is notified as saved', async () => {
    await stage.fallenPosts('1')
    const { rule_id: id } = await write(opm)
    await write(opm, { name: 'Lesser falls', threshold: 25 })
    const { db } = api.database
    const alerts = { dailyAt: '00:00' }
    const sites = { findSite: async () => undefined }
    const told: (string | null | undefined)[] = []
    const saves: number[] = []
    const notify: Parameters<typeof evaluateRules>[0]['notices']['notify'] = async (_tx, { words }) => {
      told.push(words)
      if (saves.length > 0) return
      const body = { ...FELL, name: 'Falls by half', people: [opm.id] }
      saves.push((await opm.put(`/api/alert-rules/${id}`, body)).status)
    }
    await evaluateRules({ db, clock: () => api.now(), timeZone: 'UTC', alerts, sites, notices: { notify } })
    expect(saves).toEqual([200])
    expect(told).toHaveLength(2)
    expect(told.at(-1)).toMatch(/^Falls by half: .*\nLesser falls: /)
    expect((await ask('select from alert_tellings')).rowCount).toBe(2)
  })

  it('names a few of many matches, for any number of rules and any length of names', async () => {
    await stage.fallenPosts(...Array.from({ length: 12 }, (_, index) => `${index + 1} ${'x'.repeat(150)}`))
    for (let rule = 1; rule <= 7; rule += 1) await write(opm, { name: `Falls ${rule}` })
    await night()
    const [rest, one] = await noticesOf(opm)
    expect(rest.about).toMatchObject({ noun: 'rules', title: '8 more, all in Alert rules' })
    expect(rest.words).toMatch(/^Best 5 x+…, Best 6 x+…, Best 7 x+…, Best 8 x+…, Best 9 x+… and 3 more$/)
    expect(rest.words.length).toBeLessThan(500)
    const lines = one.words.split('\n')
    expect(lines).toHaveLength(6)
    expect(lines.at(-1)).toBe('and 2 more')
  })

  it('makes one notice for a post that two rules match', async () => {
    await stage.fallenPosts('1')
    await write(opm)
    await write(opm, { name: 'Lesser falls', threshold: 25 })
    await night()
    const notices = await noticesOf(opm)
    expect(notices).toHaveLength(1)
    expect(notices[0].words.split('\n')).toHaveLength(2)
  })

  it('sends a few notices for many posts, the last of which leads to the rules', async () => {
    await stage.fallenPosts('1', '2', '3', '4', '5', '6', '7')
    const { rule_id: id } = await write(opm)
    await night()
    const notices = await noticesOf(opm)
    expect(notices).toHaveLength(MOST_NOTICES)
    expect(notices[0].about).toMatchObject({
      noun: 'rules',
      key: String(id),
      title: '3 more, all in Alert rules',
    })
  })

  it('notifies the chosen roles and the rule’s followers, except users without the right', async () => {
    await stage.fallenPosts('1')
    const qa = await api.as('qa')
    const eng = await api.as('eng')
    const { rule_id: id } = await write(opm, { roles: ['qa', 'wrt'], people: [] })
    expect((await eng.put(`/api/alert-rules/${id}/follow`, { follow: true })).body.is_followed).toBe(true)
    await ask('update users set active = false where username like $1', ['%qa%2%'])
    await night()
    expect(await noticesOf(qa)).toHaveLength(1)
    expect(await noticesOf(eng)).toHaveLength(1)
    const told = await ask(
      "select u.role_id, u.active from notices join users u on u.id = user_id where notices.kind = 'alert'",
    )
    expect(told.rows.every(({ active, role_id }) => active && role_id !== 'wrt')).toBe(true)
    expect(await noticesOf(opm)).toHaveLength(0)
  })

  it('drops its locked recipients when it is changed, and accepts no locked one', async () => {
    const qa = await api.as('qa')
    const { rule_id: id } = await write(opm, { people: [opm.id, qa.id] })
    await ask('update users set active = false where id = $1', [qa.id])
    const path = `/api/alert-rules/${id}`
    const changed = await opm.put(path, { ...FELL, people: [opm.id, qa.id], is_on: false })
    expect(changed).toMatchObject({ status: 200, body: { is_on: false, people: [opm.id] } })
    expect((await opm.put(path, { ...FELL, people: [opm.id, qa.id] })).status).toBe(400)
  })

  it('sends nothing for a rule that is off or deleted, or has a locked owner', async () => {
    await stage.fallenPosts('1')
    const qa = await api.as('qa')
    const { rule_id: id } = await write(qa, { people: [opm.id] })
    await write(opm, { is_on: false })
    const { rule_id: gone } = await write(opm)
    await opm.delete(`/api/alert-rules/${gone}`)
    await ask('update users set active = false where id = $1', [qa.id])
    await night()
    expect(await noticesOf(opm)).toHaveLength(0)
    const [listed] = (await opm.get('/api/alert-rules')).body.filter(
      (rule: { rule_id: number }) => rule.rule_id === id,
    )
    expect(listed.is_owner_gone).toBe(true)
  })
})

describe('the metrics that rules watch', () => {
  it('are falls from the four weeks before and from the year before, on posts that earned enough', async () => {
    await stage.fallenPosts('1')
    await night()
    const fell = 'kind=earnings-fell&threshold=50&cool_down_days=14'
    const found = await testOf(`${fell}&least=1000`)
    expect(found).toMatchObject({ named: 1, told: 1, looser: { threshold: 40, told: 1 } })
    expect(found.subjects).toMatchObject([
      { title: 'Best 1', post: 'tt/1', was: 1200, is: 400, answer: null },
    ])
    expect(await testOf(`${fell}&least=2000`)).toMatchObject({ named: 0, told: 0 })
    expect(await testOf(`${fell}&against=year`)).toMatchObject({ named: 0, known_weeks: 0 })
  })

  it('include the earnings of unavailable products in a post, from the day on which they went out', async () => {
    await stage.followPost('1', [ASIN])
    await stage.earn(
      Array.from({ length: 12 }, (_, index) => ({
        post_id: '1',
        asin: ASIN,
        week: monday(index + 1),
        earnings: 80,
      })),
    )
    const gone = `${plusDays(today(), -20)}T10:00:00Z`
    await ask("update products set stock = 'OUT_OF_STOCK', stock_since = $1 where asin = $2", [gone, ASIN])
    await ask(
      "insert into product_stocks (product_id, stock, created_at) select product_id, 'OUT_OF_STOCK', $1 from products",
      [gone],
    )
    await night()
    const found = await testOf('kind=earnings-at-risk&threshold=50&cool_down_days=7')
    expect(found.subjects).toMatchObject([{ post: 'tt/1', value: 80, is: 80 }])
    // On the first day, a week later and two weeks later.
    expect(found.told).toBe(3)
    expect(await testOf('kind=earnings-at-risk&threshold=100')).toMatchObject({ named: 0, told: 0 })
  })

  it('include prices that are far from those of a week before', async () => {
    await stage.followPost('1', [ASIN])
    for (const [days, cents] of [
      [30, 4000],
      [2, 3000],
    ])
      await ask(
        "insert into product_prices (product_id, created_at, cents, currency) select product_id, $1, $2, 'USD' from products",
        [`${plusDays(today(), -Number(days))}T10:00:00Z`, cents],
      )
    await night()
    const { rows: facts } = await ask(
      'select from_day, to_day, value, was, "is", site_ids from alert_facts where kind = \'price-moved\'',
    )
    expect(facts).toEqual([
      {
        from_day: plusDays(today(), -2),
        to_day: plusDays(today(), 5),
        value: 25,
        was: 40,
        is: 30,
        site_ids: [siteId],
      },
    ])
    const found = await testOf('kind=price-moved&threshold=20')
    expect(found.subjects).toMatchObject([{ title: `Kettle ${ASIN}`, post: null, was: 40, is: 30 }])
    expect(await testOf('kind=price-moved&threshold=30')).toMatchObject({ named: 0 })
  })

  it('are keywords that we held and hold no more', async () => {
    const { id } = await buildKeyword(api.database.db)
    const sunday = plusDays(monday(0), -1)
    // Seen on all of the last 60 days; won on all but the last seven.
    await ask(
      `insert into keyword_days (keyword_id, last_day, seen, won, as_of)
       values ($1, $2, ~(0::bit(128)) << 68, (~(0::bit(128)) << 68) & (~(0::bit(128)) >> 7), $2)`,
      [id, sunday],
    )
    await ask("insert into publishers (name, is_ours) values ('Us', true)")
    await ask(
      'insert into publisher_days (day, publisher_id, keywords) select $1::date - 60, publisher_id, 1 from publishers',
      [sunday],
    )
    await night()
    const found = await testOf('kind=share-lost&threshold=100')
    expect(found.subjects).toMatchObject([{ subject_id: id, was: 100, is: 0 }])
    expect(found.known_weeks).toBeGreaterThan(2)
    expect(found.known_weeks).toBeLessThan(8)
  })

  it('are limited to one site by a rule for that site', async () => {
    await stage.fallenPosts('1')
    await night()
    const { id: other } = await buildSite(api.database.db)
    const fell = 'kind=earnings-fell&threshold=50'
    expect(await testOf(`${fell}&site_id=${siteId}`)).toMatchObject({ named: 1 })
    expect(await testOf(`${fell}&site_id=${other}`)).toMatchObject({ named: 0, told: 0 })
  })

  it('are checked against 52 past weeks, of which only the known ones are shown', async () => {
    await stage.fallenPosts('1')
    await night()
    const { weeks, known_weeks } = await testOf('kind=earnings-fell&threshold=50')
    expect(weeks).toHaveLength(52)
    expect(weeks.at(-1).week).toBe(monday(0))
    // Of 20 reported weeks, the first eight only serve as the comparison.
    expect(known_weeks).toBe(13)
    expect(weeks[0].alerts).toBeNull()
  })
})

describe('a rule', () => {
  it('is changed and deleted by its owner and by administrators only', async () => {
    const { rule_id: id } = await write(opm)
    const qa = await api.as('qa')
    const body = { ...FELL, name: 'Mine now', people: [qa.id] }
    expect((await qa.put(`/api/alert-rules/${id}`, body)).status).toBe(403)
    expect((await qa.delete(`/api/alert-rules/${id}`)).status).toBe(403)
    const adm = await api.as('adm')
    expect((await adm.put(`/api/alert-rules/${id}`, { ...body, people: [] })).body.name).toBe('Mine now')
    expect((await (await api.as('wrt')).get('/api/alert-rules')).status).toBe(403)
  })

  it('that was deleted comes back as it was, with its answers', async () => {
    await stage.fallenPosts('1')
    await night()
    const { rule_id: id } = await write(opm)
    const [{ subject_id }] = (await testOf('kind=earnings-fell&threshold=50')).subjects
    await opm.put(`/api/alert-rules/${id}/answers`, { subject_id, answer: 'right' })
    await opm.delete(`/api/alert-rules/${id}`)
    expect((await opm.get('/api/alert-rules')).body).toEqual([])
    expect((await (await api.as('qa')).post(`/api/alert-rules/${id}/restore`)).status).toBe(404)
    expect((await opm.post(`/api/alert-rules/${id}/restore`)).body).toMatchObject({
      rule_id: id,
      answers: { right: 1, noise: 0 },
    })
  })

  it('gets one verdict from each person, who may change it', async () => {
    await stage.fallenPosts('1')
    await night()
    const { rule_id: id } = await write(opm)
    const query = `kind=earnings-fell&threshold=50&rule_id=${id}`
    const [{ subject_id }] = (await testOf(query)).subjects
    const answer = (who: Client, words: string | null) =>
      who.put(`/api/alert-rules/${id}/answers`, { subject_id, answer: words })
    await answer(opm, 'right')
    await answer(await api.as('qa'), 'noise')
    expect((await answer(opm, 'noise')).body.answers).toEqual({ right: 0, noise: 2 })
    expect((await testOf(query)).subjects[0].answer).toBe('noise')
    expect((await answer(opm, null)).body.answers).toEqual({ right: 0, noise: 1 })
  })

  it('gets no verdict on a post that it has not matched', async () => {
    const { rule_id: id } = await write(opm)
    const path = `/api/alert-rules/${id}/answers`
    expect((await opm.put(path, { subject_id: 7, answer: 'right' })).status).toBe(400)
    // What it has told may be judged, also when it is so no more.
    await ask('insert into alert_tellings (rule_id, subject_id, day) values ($1, 7, $2)', [id, today()])
    expect((await opm.put(path, { subject_id: 7, answer: 'right' })).body.answers.right).toBe(1)
    await ask('delete from alert_tellings')
    expect((await opm.put(path, { subject_id: 7, answer: null })).body.answers.right).toBe(0)
  })

  it('is not overwritten from an older version, and the caller gets the current one; following it makes it newer', async () => {
    const first = await write(opm)
    const path = `/api/alert-rules/${first.rule_id}`
    const body = { ...FELL, people: [opm.id], version: first.version }
    expect((await opm.put(path, { ...body, name: 'Mine' })).status).toBe(200)
    const late = await opm.put(path, { ...body, name: 'Late' })
    expect(late).toMatchObject({ status: 409, body: { details: { current: { name: 'Mine' } } } })
    const qa = await api.as('qa')
    const { version } = late.body.details.current
    await qa.put(`${path}/follow`, { follow: true })
    const unaware = await opm.put(path, { ...body, version })
    expect(unaware.body.details.current.people).toEqual([opm.id, qa.id].sort((a, b) => a - b))
  })
})
