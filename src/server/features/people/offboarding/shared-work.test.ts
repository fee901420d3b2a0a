import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildArticle } from '../../../testing/builders.ts'
import { type OffboardingStage, offboardingStage } from '../../../testing/offboarding-stage.ts'

let { api, adm, siteId, leaver, start, read, addRules } = {} as OffboardingStage
beforeAll(async () => {
  ;({ api, adm, siteId, leaver, start, read, addRules } = await offboardingStage())
})
afterAll(() => api.close())

/** Gives a user a rule with no other recipients, a team view, and a saved query. */
async function shareOf(ownerId: number) {
  const { pool } = api.database
  await addRules(ownerId, 1)
  await pool.query(
    'insert into alert_people (rule_id, user_id) select rule_id, owner_id from alert_rules where owner_id = $1',
    [ownerId],
  )
  await pool.query(
    "insert into saved_views (user_id, screen, name, search, is_team) values ($1, 'keywords', 'Kettles of May', '', true)",
    [ownerId],
  )
  await pool.query(
    "insert into console_queries (user_id, name, statement, updated_at) values ($1, 'Rows', 'select 1', now())",
    [ownerId],
  )
}
const ruleOf = async (ownerId: number) => {
  const { body } = await adm.get('/api/alert-rules')
  return body.find(({ owner }: { owner: { id: number } }) => owner.id === ownerId)
}
/** Notices to the heir about handed-over work. */
const toldOf = async (heirId: number) =>
  (
    await api.database.pool.query(
      "select kind, words from notices where user_id = $1 and kind like '%handed-over' order by notice_id",
      [heirId],
    )
  ).rows

it.each(['at an offboarding', 'later'])(
  'the new owner of a leaver’s work %s gets the alert rules’ notices instead, and one notice for all of it',
  async (when) => {
    const { id, email } = await leaver()
    const heir = await leaver()
    const { db, pool } = api.database
    for (const status of ['requested', 'returned'] as const)
      await buildArticle(db, { userId: id, siteId, status })
    await shareOf(id)
    expect((await adm.get(`/api/users/offboarding-plan?email=${email}`)).body.work).toMatchObject({
      views: [{ name: 'Kettles of May' }],
      rules: [{ name: 'Falls 1' }],
      queries: [{ name: 'Rows' }],
    })
    const shared = { views: [{ name: 'Kettles of May' }], rules: [{ name: 'Falls 1' }] }
    if (when === 'later') {
      await pool.query('update users set active = false where id = $1', [id])
      expect(await ruleOf(id)).toMatchObject({ people_gone: [{ username: email }], listeners: 0 })
      await adm.post(`/api/users/${id}/hand-over`, { heir_id: heir.id })
    } else {
      const { body } = await start(email, { heir_id: heir.id, manager: 'manager@desk.example' })
      await api.app.queue.drain()
      expect((await read(body.run_id)).handed_over).toMatchObject({
        ...shared,
        queries: [],
        service_accounts: [],
        faults: [`1 saved query stayed: ${heir.name} isn’t allowed to use it.`],
      })
    }
    expect(await ruleOf(heir.id)).toMatchObject({ people: [heir.id], people_gone: [], listeners: 1 })
    expect(await toldOf(heir.id)).toEqual([
      { kind: 'work-handed-over', words: '2 open articles, 1 team view, 1 alert rule' },
    ])
  },
)

it('lists in the report the shared work that has no new owner', async () => {
  const { id, email } = await leaver()
  await shareOf(id)
  const { body } = await start(email)
  await api.app.queue.drain()
  expect((await read(body.run_id)).handed_over).toMatchObject({
    heir: null,
    views: [{ name: 'Kettles of May' }],
    rules: [{ name: 'Falls 1' }],
    queries: [{ name: 'Rows' }],
  })
  expect(await ruleOf(id)).toMatchObject({ people: [id] })
})

it('requires the right to write from the new owner if there are articles, and else an active account', async () => {
  const wrt = await api.as('wrt')
  const queries = await leaver()
  await shareOf(queries.id)
  const { status, body } = await start(queries.email, { heir_id: wrt.id })
  expect(status).toBe(200)
  await api.app.queue.drain()
  expect((await read(body.run_id)).handed_over).toMatchObject({
    ...{ heir: 'Wrt One', views: [], rules: [], queries: [], service_accounts: [] },
    faults: ['team view', 'alert rule', 'saved query'].map(
      (kind) => `1 ${kind} stayed: Wrt One isn’t allowed to use it.`,
    ),
  })
  const writer = await leaver()
  await buildArticle(api.database.db, { userId: writer.id, siteId, status: 'returned' })
  const refused = await start(writer.email, { heir_id: wrt.id })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('Choose another active user who can write articles'),
  ])
})
