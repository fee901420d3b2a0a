import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOST_OWN_RULES, MOST_RULES } from '#shared/features/desk/alert-rules/rules.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
})
beforeEach(() => ask('delete from alert_rules'))
afterAll(() => api.close())

const ask = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const FELL = { name: 'Falls', kind: 'earnings-fell', threshold: 50, least: 500, cool_down_days: 14 }
const write = async (who: Client, over: object = {}) =>
  (await who.post('/api/alert-rules', { ...FELL, people: [who.id], ...over })).body

describe('a rule', () => {
  it('that is not deleted is not restored, and leaves no audit entry', async () => {
    const { rule_id: id } = await write(opm)
    await opm.delete(`/api/alert-rules/${id}`)
    for (let time = 1; time <= 3; time += 1)
      expect((await opm.post(`/api/alert-rules/${id}/restore`)).status).toBe(200)
    const { rowCount } = await ask(
      "select from audit_entries where act = 'alert.restored' and noun_id = $1",
      [String(id)],
    )
    expect(rowCount).toBe(1)
  })

  it('that is followed already, or is not, is the same version after the same again', async () => {
    const { rule_id: id, version } = await write(opm, { people: [] })
    const qa = await api.as('qa')
    const follow = async (isFollowed: boolean) =>
      (await qa.put(`/api/alert-rules/${id}/follow`, { follow: isFollowed })).body.version
    expect(await follow(false)).toBe(version)
    expect(await follow(true)).toBe(version + 1)
    expect(await follow(true)).toBe(version + 1)
    expect(await follow(false)).toBe(version + 2)
  })

  it('finds room as long as its owner has fewer than 30 and all people fewer than 200', async () => {
    const fill = (owner: number, count: number) =>
      ask(
        `insert into alert_rules (owner_id, name, kind, against, threshold, least, cool_down_days, is_on, roles, changed_at)
         select $1, 'Rule ' || n, 'earnings-fell', 'before', 50, 500, 14, true, '{}', now() from generate_series(1, $2::int) n`,
        [owner, count],
      )
    await fill(opm.id, MOST_OWN_RULES - 2)
    const deleted = await write(opm)
    await opm.delete(`/api/alert-rules/${deleted.rule_id}`)
    // Of many at once only as many as there is room for.
    const all = await Promise.all(
      Array.from({ length: 8 }, () => opm.post('/api/alert-rules', { ...FELL, people: [] })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
    expect(all.find(({ status }) => status === 409)?.body.message).toBe(
      'You’ve reached the limit of 30 alert rules. Delete or change one.',
    )
    expect((await opm.post(`/api/alert-rules/${deleted.rule_id}/restore`)).status).toBe(409)
    const qa = await api.as('qa')
    await fill((await api.as('adm')).id, MOST_RULES - MOST_OWN_RULES)
    const refused = await qa.post('/api/alert-rules', { ...FELL, people: [] })
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Your team has reached the limit of 200 alert rules/) },
    })
    // Those that there are can still be changed.
    const [first] = all.filter(({ status }) => status === 201)
    expect((await opm.put(`/api/alert-rules/${first?.body.rule_id}`, { ...FELL, people: [] })).status).toBe(
      200,
    )
  })

  it('is written once, even if the same call comes again', async () => {
    const twice = () =>
      opm.send({
        method: 'POST',
        url: '/api/alert-rules',
        payload: { ...FELL, people: [] },
        headers: { 'idempotency-key': 'rule-of-mine' },
      })
    const [one, other] = [await twice(), await twice()]
    expect(other.body.rule_id).toBe(one.body.rule_id)
    expect((await opm.get('/api/alert-rules')).body).toHaveLength(1)
  })

  it('notifies only people who may see its content, and needs an existing site', async () => {
    const wrt = await api.as('wrt')
    const refused = await opm.post('/api/alert-rules', { ...FELL, people: [wrt.id] })
    expect(refused.status).toBe(400)
    expect((await opm.post('/api/alert-rules', { ...FELL, people: [], site_id: 999_999 })).status).toBe(400)
    expect((await opm.post('/api/alert-rules', { ...FELL, people: [], threshold: 51 })).status).toBe(400)
  })
})
