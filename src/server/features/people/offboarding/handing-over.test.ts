import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { RESUME_RUNS } from '../../../kernel/runs/resume-runs.ts'
import type { Client } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'
import { type OffboardingStage, offboardingStage, RUNS } from '../../../testing/offboarding-stage.ts'
import { until } from '../../../testing/until.ts'

const CLOSE_NEXT = 'offboarding.close-next'
const SECOND_LOOK = 'offboarding.second-look'

let { api, adm, siteId, leaver, start, read, addRules } = {} as OffboardingStage
beforeAll(async () => {
  ;({ api, adm, siteId, leaver, start, read, addRules } = await offboardingStage())
})
afterAll(() => api.close())

const statesOf = (run: { systems: { operation: string; state: string }[] }) =>
  Object.fromEntries(run.systems.map(({ operation, state }) => [operation, state]))
const CLOSED = { copydesk: 'revoked', 'built-in-chat': 'revoked' }
/** Closes both accounts; the open work and the end are the next step. */
async function closeBoth(runId: number) {
  await api.database.pool.query(
    "update offboarding_systems set state = 'revoked', ended_at = now() where run_id = $1",
    [runId],
  )
  expect(statesOf(await read(runId))).toEqual(CLOSED)
}
const ownerOf = async (articleId: number) =>
  (await api.database.pool.query('select user_id from articles where article_id = $1', [articleId])).rows[0]
    .user_id

it('hands open articles over, names their new owner, and releases reviews', async () => {
  const { id, email } = await leaver()
  const { db, pool } = api.database
  const own = await buildArticle(db, { userId: id, siteId, status: 'draft', title: 'Kettles' })
  const done = await buildArticle(db, { userId: id, siteId, status: 'published' })
  const qa = await api.as('qa')
  const reviewed = await buildArticle(db, { userId: qa.id, siteId, status: 'requested' })
  await pool.query('insert into article_claims (article_id, user_id, claimed_at) values ($1, $2, $3)', [
    reviewed.id,
    id,
    api.now(),
  ])
  const wrt = await api.as('wrt')
  for (const heirId of [id, wrt.id, 999_999])
    expect((await start(email, { heir_id: heirId })).status).toBe(400)
  const { body } = await start(email, { heir_id: qa.id })
  await api.app.queue.drain()
  const { handed_over: handedOver } = await read(body.run_id)
  expect(handedOver).toMatchObject({
    heir: 'Qa One',
    articles: [
      { article_id: own.id, title: '', begun_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    ],
    claims: [{ article_id: reviewed.id }],
  })
  const article = (await qa.get(`/api/articles/${own.id}`)).body
  expect([article.user.id, article.version]).toEqual([qa.id, 1])
  expect(article.events.at(-1)).toMatchObject({ action: 'handed-over', comment: 'To Qa One' })
  const { rows } = await pool.query('select user_id from articles where article_id = $1', [done.id])
  expect(rows).toEqual([{ user_id: id }])
  const claims = await pool.query('select from article_claims where user_id = $1', [id])
  expect(claims.rowCount).toBe(0)
  const notices = (await qa.get('/api/notices')).body.nodes
  expect(notices[0]).toMatchObject({ kind: 'handed-over' })
})

it('closes every account though an article cannot be handed over, says so, and hands it over when it is repeated', async () => {
  const { id, email } = await leaver()
  const { db, pool } = api.database
  const stuck = await buildArticle(db, { userId: id, siteId, status: 'requested' })
  const free = await buildArticle(db, { userId: id, siteId, status: 'requested' })
  const qa = await api.as('qa')
  await pool.query(`create function keep_owner() returns trigger language plpgsql as
    $$ begin raise exception 'This article is stuck.'; end $$`)
  await pool.query(`create trigger keep_owner before update on articles for each row
    when (old.article_id = ${stuck.id}) execute function keep_owner()`)
  const { body } = await start(email, { heir_id: qa.id })
  await api.app.queue.drain().finally(async () => {
    await pool.query('drop trigger keep_owner on articles')
    await pool.query('drop function keep_owner')
  })
  const run = await read(body.run_id)
  expect(run.ended_at).not.toBeNull()
  expect(statesOf(run)).toEqual(CLOSED)
  expect(run.handed_over).toMatchObject({
    heir: 'Qa One',
    articles: [{ article_id: free.id }],
    faults: [`Article ${stuck.id} was not handed over: Something went wrong on our side.`],
    unfinished: true,
  })
  expect([await ownerOf(stuck.id), await ownerOf(free.id)]).toEqual([id, qa.id])
  expect((await adm.post(`${RUNS}/${run.run_id}/repeat`)).status).toBe(200)
  await api.app.queue.drain()
  const { handed_over: handedOver } = await read(run.run_id)
  expect(handedOver.articles.map(({ article_id: of }: { article_id: number }) => of)).toEqual([
    free.id,
    stuck.id,
  ])
  expect([handedOver.faults, handedOver.unfinished]).toEqual([[], undefined])
  expect(await ownerOf(stuck.id)).toBe(qa.id)
  expect((await adm.post(`${RUNS}/${run.run_id}/repeat`)).status).toBe(409)
})

it('does not report an article as handed over that another user took meanwhile', async () => {
  const { id, email } = await leaver()
  const { db, pool } = api.database
  const taken = await buildArticle(db, { userId: id, siteId, status: 'requested' })
  const [qa, opm] = [await api.as('qa'), await api.as('opm')]
  const { body } = await start(email, { heir_id: qa.id })
  await closeBoth(body.run_id)
  const taking = await pool.connect()
  await taking.query('begin')
  await taking.query('update articles set user_id = $1 where article_id = $2', [opm.id, taken.id])
  const ending = api.runJob(CLOSE_NEXT, { runId: body.run_id })
  // It has read what they hold, and waits for the one article.
  await until(async () => {
    const waits =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    return ((await pool.query(waits)).rowCount ?? 0) > 0
  })
  await taking.query('commit')
  taking.release()
  await ending
  await api.app.queue.drain()
  expect((await read(body.run_id)).handed_over).toMatchObject({ articles: [], faults: [] })
  expect(await ownerOf(taken.id)).toBe(opm.id)
})

it('hands the work over once it may again, where the right was lost after every account was closed', async () => {
  const { id, email } = await leaver()
  const { db, pool } = api.database
  const own = await buildArticle(db, { userId: id, siteId, status: 'requested' })
  const [qa, other] = [await api.as('qa'), await api.as('adm', 2)]
  const { body } = await other.post(RUNS, { email, heir_id: qa.id })
  await closeBoth(body.run_id)
  await pool.query("update users set role_id = 'opm' where id = $1", [other.id])
  await api.app.queue.drain()
  await pool.query("update users set role_id = 'adm' where id = $1", [other.id])
  const run = await read(body.run_id)
  expect(statesOf(run)).toEqual(CLOSED)
  expect(run.handed_over).toMatchObject({
    faults: [
      'Open work was not handed over: The person who started this run is no longer allowed to do this.',
    ],
    unfinished: true,
  })
  expect((await adm.post(`${RUNS}/${run.run_id}/repeat`)).status).toBe(200)
  await api.app.queue.drain()
  expect((await read(run.run_id)).handed_over).toMatchObject({
    articles: [{ article_id: own.id }],
    faults: [],
  })
})

it('resumes a run, and its second look, after its job was lost', async () => {
  const { email } = await leaver()
  const { pool } = api.database
  const { body } = await start(email)
  const waiting = async (name: string) =>
    (
      await pool.query(
        "select from jobs.job where name = $1 and data->>'runId' = $2 and state in ('created', 'retry', 'active')",
        [name, String(body.run_id)],
      )
    ).rowCount
  const lose = (name: string) =>
    pool.query("delete from jobs.job where name = $1 and data->>'runId' = $2", [name, String(body.run_id)])
  await lose(CLOSE_NEXT)
  api.advance(2 * MINUTE_MS)
  await api.runJob(RESUME_RUNS)
  await api.runJob(RESUME_RUNS)
  expect(await waiting(CLOSE_NEXT)).toBe(1)
  await api.app.queue.drain()
  expect(statesOf(await read(body.run_id))).toEqual(CLOSED)
  await lose(SECOND_LOOK)
  api.advance(2 * MINUTE_MS)
  await api.runJob(RESUME_RUNS)
  // It is not due yet.
  expect(await waiting(SECOND_LOOK)).toBe(0)
  api.advance(DAY_MS)
  await api.runJob(RESUME_RUNS)
  await api.app.queue.drain()
  expect((await read(body.run_id)).second_looked_at).not.toBeNull()
})

it('looks again though its starter may not close accounts any more, and notifies those who may', async () => {
  const { email, name } = await leaver()
  const other = await api.as('adm', 2)
  const { body } = await other.post(RUNS, { email })
  await api.app.queue.drain()
  const { ended_at: endedAt } = await read(body.run_id)
  const { pool } = api.database
  await pool.query('update directory_accounts set active = true where email = $1', [email])
  await pool.query('update users set active = false where id = $1', [other.id])
  await api.runJob(SECOND_LOOK, { runId: body.run_id, endedAt })
  await pool.query('update users set active = true where id = $1', [other.id])
  const run = await read(body.run_id)
  expect([run.open_again, run.second_looked_at]).toEqual([1, expect.any(String)])
  expect(run.steps.at(-1)).toMatchObject({ operation: 'built-in-chat', step: 'active' })
  const { rows } = await pool.query(
    "select user_id from notices where kind = 'access-open' and words = $1 order by user_id",
    [`${name}: Chat`],
  )
  expect(rows).toEqual([{ user_id: adm.id }])
})

it('leaves open articles with their owner if the new owner is locked by now, or may not write any more', async () => {
  const { id, email } = await leaver()
  const { db, pool } = api.database
  const article = await buildArticle(db, { userId: id, siteId, status: 'requested' })
  const heir = await api.as('qa', 2)
  const endedWith = async (change: string) => {
    const { body } = await start(email, { heir_id: heir.id })
    await pool.query(`update users set ${change} where id = $1`, [heir.id])
    await api.app.queue.drain()
    await pool.query("update users set role_id = 'qa', active = true where id = $1", [heir.id])
    return (await read(body.run_id)).handed_over
  }
  expect(await endedWith("role_id = 'wrt'")).toMatchObject({
    ...{ heir: null, articles: [{ article_id: article.id }] },
    faults: ['The chosen owner, Qa Two, can’t write articles, so the open work wasn’t handed over.'],
  })
  expect(await endedWith('active = false')).toMatchObject({
    ...{ heir: null, articles: [{ article_id: article.id }] },
    faults: ['The chosen owner is locked, so the open work wasn’t handed over.'],
  })
  expect(await ownerOf(article.id)).toBe(id)
})

it('a review that has ended with its session is no open work', async () => {
  const { db, pool } = api.database
  const reviewer = await api.as('qa', 2)
  const { id } = await buildArticle(db, { userId: adm.id, siteId, status: 'requested' })
  expect((await reviewer.put(`/api/articles/${id}/claim`, { take_over: false })).status).toBe(200)
  const heldClaims = async () => (await adm.get(`/api/users/${reviewer.id}/held-work`)).body.claims
  expect(await heldClaims()).toMatchObject([{ article_id: id }])
  await pool.query('update sessions set revoked_at = $1 where user_id = $2', [api.now(), reviewer.id])
  expect(await heldClaims()).toEqual([])
})

it('alert rules and team views stay with the leaver if the new owner may not see their content', async () => {
  const { pool } = api.database
  const { id } = await leaver()
  await pool.query('update users set active = false where id = $1', [id])
  await addRules(id, 1)
  await pool.query(
    "insert into saved_views (user_id, screen, name, search, is_team) values ($1, 'keywords', 'Kettles', '', true)",
    [id],
  )
  const [wrt, eng] = [await api.as('wrt'), await api.as('eng')]
  const to = async (heirId: number) =>
    (await adm.post(`/api/users/${id}/hand-over`, { heir_id: heirId })).body
  expect(await to(wrt.id)).toMatchObject({ views: [{ name: 'Kettles' }], rules: [{ name: 'Falls 1' }] })
  expect((await adm.get('/api/audit?act=user.work-handed-over')).body.nodes[0].after).toMatchObject({
    ...{ views: 0, rules: 0 },
  })
  expect(await to(eng.id)).toMatchObject({ views: [], rules: [] })
})

it('other work goes only to an active user, never to one who has left', async () => {
  const { pool } = api.database
  const [{ id }, heir] = [await leaver(), await leaver()]
  await pool.query('update users set active = false where id = any ($1)', [[id, heir.id]])
  await addRules(id, 1)
  const { status, body } = await adm.post(`/api/users/${id}/hand-over`, { heir_id: heir.id })
  const message = 'Choose another active user'
  expect([status, body.validation?.body.issues]).toMatchObject([400, [{ path: 'heir_id', message }]])
  await pool.query('update users set active = true where id = $1', [heir.id])
  expect((await adm.post(`/api/users/${id}/hand-over`, { heir_id: heir.id })).body.rules).toEqual([])
})

it('nobody gets more alert rules by a hand-over than one person can have: it is refused as a whole', async () => {
  const { db, pool } = api.database
  const { id } = await leaver()
  await pool.query('update users set active = false where id = $1', [id])
  const article = await buildArticle(db, { userId: id, siteId, status: 'returned' })
  await addRules(id, 3)
  const heir = await leaver()
  await addRules(heir.id, 28)
  const handOver = () => adm.post(`/api/users/${id}/hand-over`, { heir_id: heir.id })
  const refused = await handOver()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Each person can have 30 alert rules. ${heir.name} has 28 and would get 3 more. Choose another person, or delete some first.`,
  ])
  expect(await ownerOf(article.id)).toBe(id)
  await pool.query("update alert_rules set deleted_at = now() where owner_id = $1 and name = 'Falls 1'", [
    heir.id,
  ])
  expect((await handOver()).body).toMatchObject({ articles: [], rules: [] })
})

it('the remaining work of a leaver can be handed over later, all of it, by any user who may close accounts, and is in the audit trail', async () => {
  const { db, pool } = api.database
  const { id } = await leaver()
  const before = await pool.query('select coalesce(max(id), 0) as last from audit_entries')
  const theirs = await buildArticle(db, { userId: id, siteId, status: 'returned' })
  const draft = await buildArticle(db, { userId: id, siteId, status: 'draft' })
  const done = await buildArticle(db, { userId: id, siteId, status: 'published' })
  const qa = await api.as('qa')
  const named = (title: string, userId: number, isTeam: boolean) =>
    pool.query(
      "insert into saved_views (user_id, screen, name, search, is_team) values ($1, 'keywords', $2, '', $3)",
      [userId, title, isTeam],
    )
  await named('Kettles', id, true)
  await named('Own', id, false)
  await named('kettles', qa.id, false)
  await pool.query(
    `insert into alert_rules (owner_id, name, kind, against, threshold, least, cool_down_days, is_on, roles, changed_at)
     values ($1, 'Falls', 'earnings-fell', 'before', 10, 5, 7, true, '{}', now())`,
    [id],
  )
  await pool.query(
    "insert into console_queries (user_id, name, statement, updated_at) values ($1, 'Rows', 'select 1', now())",
    [id],
  )
  const handOver = (by: Client, heirId: number) => by.post(`/api/users/${id}/hand-over`, { heir_id: heirId })
  expect((await handOver(adm, qa.id)).status).toBe(409)
  await pool.query('update users set active = false where id = $1', [id])
  expect((await handOver(qa, qa.id)).status).toBe(403)
  expect((await handOver(adm, id)).status).toBe(400)
  expect((await adm.get(`/api/users/${id}/held-work`)).body).toMatchObject({
    articles: [{ article_id: theirs.id }, { article_id: draft.id, title: '' }],
    views: [{ name: 'Kettles' }],
    rules: [{ name: 'Falls' }],
    queries: [{ name: 'Rows' }],
  })
  const first = await handOver(adm, qa.id)
  // Validators do not ask the database.
  expect(first).toMatchObject({
    status: 200,
    body: { articles: [], views: [], rules: [], queries: [{ name: 'Rows' }] },
  })
  expect(await Promise.all([theirs, draft, done].map((each) => ownerOf(each.id)))).toEqual([qa.id, qa.id, id])
  const [entry] = (await adm.get('/api/audit?act=user.work-handed-over')).body.nodes
  expect(entry.after).toMatchObject({ to: 'Qa One', articles: [theirs.id, draft.id], views: 1, rules: 1 })
  const views = await pool.query('select name from saved_views where user_id = $1 and is_team', [qa.id])
  expect(views.rows).toEqual([{ name: expect.stringMatching(/^Kettles \(Ruth Leaver \d+ \d+\)$/) }])
  const eng = await api.as('eng')
  expect((await handOver(adm, eng.id)).body.queries).toEqual([])
  const { rows } = await pool.query(
    "select act from audit_entries where act like '%handed-over' and actor_id = $1 and id > $2 order by act",
    [adm.id, before.rows[0].last],
  )
  expect(rows.map(({ act }) => act)).toEqual([
    'alert.handed-over',
    'article.handed-over',
    'article.handed-over',
    'query.handed-over',
    'user.work-handed-over',
    'user.work-handed-over',
    'view.handed-over',
  ])
  // The owners record who the new owner is, and nothing is recorded twice.
  const [last] = (await adm.get(`/api/audit?act=article.handed-over&noun_id=${theirs.id}&noun=article`)).body
    .nodes
  expect([last.before, last.after]).toEqual([{ userId: id }, { userId: qa.id }])
  // Who hands a draft over learns nothing of it by that.
  const [handed] = (await adm.get(`/api/audit?act=article.handed-over&noun_id=${draft.id}&noun=article`)).body
    .nodes
  expect([handed.label, handed.actor.id]).toEqual([null, adm.id])
})
