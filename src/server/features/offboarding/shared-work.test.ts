import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryAccounts } from '../../db/schema/directory.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildArticle, buildSite, buildUser } from '../../testing/builders.ts'

const RUNS = '/api/users/offboarding-runs'

let api: Api
let adm: Client
let siteId: number
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  siteId = (await buildSite(api.database.db, { code: 'hs', displayName: 'Hearthside' })).id
})
afterAll(() => api.close())

let people = 0
/** Somebody with an account here and one of a chat. */
async function leaver() {
  people += 1
  const email = `leaver${people}@desk.example`
  const names = { firstName: 'Ruth', lastName: `Leaver ${people}` }
  const { id } = await buildUser(api.database.db, { roleId: 'opm', username: email, ...names })
  await api.database.db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email, handle: `leaver-${people}`, active: true })
  return { id, email }
}

const start = async (email: string, more: object = {}) => adm.post(RUNS, { email, ...more })
const read = async (id: number) => (await adm.get(`${RUNS}/${id}`)).body

const addRules = (ownerId: number, count: number) =>
  api.database.pool.query(
    `insert into alert_rules (owner_id, name, kind, against, threshold, least, cool_down_days, is_on, roles, changed_at)
     select $1, 'Falls ' || g, 'earnings-fell', 'before', 10, 5, 7, true, '{}', now() from generate_series(1, $2::int) g`,
    [ownerId, count],
  )

/** Gives somebody a rule that tells them alone, a view of the team, and a saved query. */
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
/** What somebody was told of work that is theirs now. */
const toldOf = async (heirId: number) =>
  (
    await api.database.pool.query(
      "select kind, words from notices where user_id = $1 and kind like '%handed-over' order by notice_id",
      [heirId],
    )
  ).rows

it.each(['at an offboarding', 'later'])(
  'whoever gets somebody’s work %s is told by the alert rules in their place, and hears once of all of it',
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
      await adm.post(`/api/users/${id}/hand-over`, { heirId: heir.id })
    } else {
      const { body } = await start(email, { heirId: heir.id, manager: 'manager@desk.example' })
      await api.app.queue.drain()
      expect((await read(body.run_id)).handedOver).toMatchObject({
        ...shared,
        queries: [],
        faults: [`1 saved query stayed: Ruth Leaver ${people} may not use it.`],
      })
    }
    expect(await ruleOf(heir.id)).toMatchObject({ people: [heir.id], people_gone: [], listeners: 1 })
    expect(await toldOf(heir.id)).toEqual([
      { kind: 'work-handed-over', words: '2 open articles, 1 team view, 1 alert rule' },
    ])
  },
)

it('says in the report what others use and nobody has got', async () => {
  const { id, email } = await leaver()
  await shareOf(id)
  const { body } = await start(email)
  await api.app.queue.drain()
  expect((await read(body.run_id)).handedOver).toMatchObject({
    heir: null,
    views: [{ name: 'Kettles of May' }],
    rules: [{ name: 'Falls 1' }],
    queries: [{ name: 'Rows' }],
  })
  expect(await ruleOf(id)).toMatchObject({ people: [id] })
})
