import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import { type Api, type Client, PASSWORD, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'

let api: Api
let adm: Client
let qa: Client
beforeAll(async () => {
  api = await startApi({ AUDIT_DAYS: '60' })
  adm = await api.as('adm')
  qa = await api.as('qa')
})
afterAll(() => api.close())

const search = async (query: string, who = adm) => (await who.get(`/api/audit?${query}`)).body
const newest = async (act: string) => (await search(`act=${act}`)).nodes[0]
const personOf = async (id: number) => (await adm.get(`/api/users/${id}`)).body
const count = async () =>
  (await api.database.pool.query('select count(*)::int as count from audit_entries')).rows[0].count

async function member(values: object = {}) {
  const passwordHash = await api.app.passwords.hash(PASSWORD)
  return buildUser(api.database.db, { passwordHash, ...values })
}

it('users see their own actions, and nobody else’s', async () => {
  const wrt = await api.as('wrt')
  await qa.get('/api/profile')
  const { status, body } = await wrt.get(`/api/profile/acts?actor_id=${qa.id}`)
  expect([status, body.page]).toEqual([200, 1])
  expect(body.nodes).toHaveLength(1)
  expect(body.nodes[0]).toMatchObject({ act: 'session.begun', actor: { id: wrt.id, name: 'Wrt One' } })
})

it('users’ own actions leave out the articles that they read for a review', async () => {
  const site = await buildSite(api.database.db)
  const { id } = await buildArticle(api.database.db, { userId: adm.id, siteId: site.id, status: 'requested' })
  expect((await qa.put(`/api/articles/${id}/claim`, { take_over: false })).status).toBe(200)
  const acts = async (path: string): Promise<string[]> =>
    (await adm.get(path)).body.nodes.map(({ act }: { act: string }) => act)
  expect(await acts(`/api/audit?actor_id=${qa.id}`)).toContain('article.claimed')
  const { body } = await qa.get('/api/profile/acts')
  expect(body.nodes.filter(({ act }: { act: string }) => act === 'article.claimed')).toEqual([])
})

describe('audit entries of accounts [ASVS 16.3.1]', () => {
  it('record a failed sign-in with its address and name, and never the password', async () => {
    const { id, username } = await member()
    await api.signIn(username, 'wrong horse')
    const entry = await newest('session.failed')
    expect(entry).toMatchObject({
      actor: { kind: 'visitor', id: null, name: username, role_id: null },
      address: '127.0.0.1',
      noun_id: String(id),
      after: { reason: 'wrong' },
    })
    expect(JSON.stringify(entry)).not.toContain('horse')
    await api.signIn('nobody@desk.example', 'wrong horse')
    expect(await newest('session.failed')).toMatchObject({
      actor: { name: 'nobody@desk.example' },
      noun_id: null,
    })
  })

  it('record too many sign-ins once, and not with every try', async () => {
    for (let each = 0; each < 16; each++) await api.signIn('flood@desk.example', 'no')
    const { nodes, totalCount } = await search('act=session.refused')
    expect(totalCount).toBe(1)
    expect(nodes[0]).toMatchObject({ actor: { kind: 'visitor', name: 'flood@desk.example' } })
  })

  it('record a locked user’s sign-in attempt', async () => {
    const { username } = await member({ active: false })
    await api.signIn(username)
    expect(await newest('session.failed')).toMatchObject({
      actor: { name: username },
      after: { reason: 'locked' },
    })
  })

  it('is a new role, and a lock with how many sessions it ended', async () => {
    const { id, username } = await member({ firstName: 'Ida', lastName: 'Ink' })
    await api.signIn(username)
    await api.signIn(username)
    await adm.put(`/api/users/${id}`, { ...(await personOf(id)), role_id: 'qa' })
    expect(await newest('user.role-changed')).toMatchObject({
      actor: { id: adm.id, role_id: 'adm' },
      noun: 'user',
      noun_id: String(id),
      label: 'Ida Ink',
      before: { roleId: 'opm' },
      after: { roleId: 'qa' },
    })
    await adm.put(`/api/users/${id}`, { ...(await personOf(id)), active: 0 })
    expect(await newest('user.locked')).toMatchObject({
      before: { active: true, sessionsEnded: 0 },
      after: { active: false, sessionsEnded: 2 },
    })
    // A filter for changed roles also finds one that was combined with another change.
    await adm.put(`/api/users/${id}`, { ...(await personOf(id)), active: 1, role_id: 'eng' })
    expect(await newest('user.role-changed')).toMatchObject({ noun_id: String(id), after: { roleId: 'eng' } })
    expect(await newest('user.unlocked')).toMatchObject({ noun_id: String(id), after: { active: true } })
    const { version, ...same } = await personOf(id)
    await adm.put(`/api/users/${id}`, same)
    expect(await personOf(id)).toMatchObject({ version })
    expect((await newest('user.changed'))?.noun_id).not.toBe(String(id))
    await adm.put(`/api/users/${id}`, { ...(await personOf(id)), active: 1 })
    expect((await newest('user.unlocked')).noun_id).toBe(String(id))
  })

  it('is a current password that was not the right one', async () => {
    await qa.patch('/api/profile/password', { password: 'wrong horse', newPassword: 'long enough for it' })
    const entry = await newest('password.mistaken')
    expect(entry).toMatchObject({ actor: { id: qa.id }, noun_id: String(qa.id) })
    expect(JSON.stringify(entry)).not.toMatch(/horse|long enough/)
  })

  it('is which link a job has made, without the link', async () => {
    const { username, id } = await member()
    await api.visitor.post('/api/reset-password', { username })
    const [mail] = await api.mails()
    const token = /reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
    const entry = await newest('password.link-made')
    expect(entry).toMatchObject({ actor: { kind: 'job' }, noun_id: String(id), after: { purpose: 'reset' } })
    expect(JSON.stringify(entry)).not.toContain(token)
  })
})

describe('an act that is refused', () => {
  it('leaves nothing, as it has changed nothing', async () => {
    const before = await count()
    const { id } = await buildArticle(api.database.db, {
      userId: adm.id,
      siteId: (await buildSite(api.database.db)).id,
      status: 'approved',
    })
    expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(409)
    expect((await qa.post('/api/users', {})).status).toBe(403)
    expect(await count()).toBe(before)
  })
})

describe('a saved article', () => {
  it('records only the differences, with long texts cut', async () => {
    const site = await buildSite(api.database.db)
    const { id } = await buildArticle(api.database.db, { userId: qa.id, siteId: site.id, title: 'Old' })
    await qa.patch(`/api/articles/${id}`, { title: 'New', intro: 'x'.repeat(5000), version: 1 })
    const { nodes } = await search(`noun=article&noun_id=${id}`)
    expect(nodes[0]).toMatchObject({ act: 'article.saved', before: { title: 'Old', intro: null } })
    expect(nodes[0].after).toEqual({ title: 'New', intro: `${'x'.repeat(200)}…` })
  })
})

describe('a draft', () => {
  const DRAFT = { title: 'Nobody knows yet', intro: 'Unfinished' }

  it('is hidden from other users in the audit trail and its file, too, until it is sent to QA', async () => {
    const { db } = api.database
    const opm = await api.as('opm')
    const site = await buildSite(db)
    const { id } = await buildArticle(db, { userId: opm.id, siteId: site.id, title: 'A', status: 'draft' })
    expect((await opm.patch(`/api/articles/${id}`, { ...DRAFT, version: 1 })).status).toBe(200)
    const own = (await opm.get('/api/profile/acts')).body.nodes[0]
    expect(own).toMatchObject({ act: 'article.saved', label: DRAFT.title, after: DRAFT })
    const about = `noun=article&noun_id=${id}`
    const inFile = async () => JSON.parse((await adm.get(`/api/audit/entries.ndjson?${about}`)).body)
    const hidden = {
      act: 'article.saved',
      actor: { id: opm.id },
      noun_id: String(id),
      label: null,
      after: {},
    }
    for (const entry of [(await search(about)).nodes[0], await inFile()]) {
      expect(entry).toMatchObject(hidden)
      expect(JSON.stringify(entry)).not.toMatch(/Nobody knows|Unfinished/)
    }
    await api.database.pool.query(`update articles set status = 'requested' where article_id = $1`, [id])
    for (const entry of [(await search(about)).nodes[0], await inFile()])
      expect(entry).toMatchObject({ label: DRAFT.title, after: DRAFT })
  })

  it('that is deleted leaves an entry without its content', async () => {
    const { db } = api.database
    const opm = await api.as('opm')
    const site = await buildSite(db)
    const { id } = await buildArticle(db, { userId: opm.id, siteId: site.id, ...DRAFT, status: 'draft' })
    expect((await opm.delete(`/api/articles/${id}`)).status).toBe(204)
    const { nodes } = await search(`noun=article&noun_id=${id}`)
    expect(nodes).toMatchObject([{ act: 'article.deleted', actor: { id: opm.id }, label: null }])
    expect(JSON.stringify(nodes)).not.toMatch(/Nobody knows|Unfinished/)
  })
})

describe('a search of the audit trail', () => {
  it('is for those who manage users', async () => {
    for (const role of ['opm', 'qa', 'wrt'] as const)
      expect((await (await api.as(role)).get('/api/audit')).status).toBe(403)
    expect((await (await api.as('eng')).get('/api/audit')).status).toBe(200)
  })

  it('finds by actor, by user concerned, by act, by noun and by day', async () => {
    const { id, username } = await member()
    await api.signIn(username)
    await adm.put(`/api/users/${id}`, { ...(await personOf(id)), first_name: 'Other' })
    const acts = async (query: string) => (await search(query)).nodes.map(({ act }: { act: string }) => act)
    expect(await acts(`actor_id=${id}`)).toEqual(['session.begun'])
    expect(await acts(`concerns_id=${id}`)).toEqual(['user.changed', 'session.begun'])
    expect(await acts(`concerns_id=${id}&act=user.changed&act=user.locked`)).toEqual(['user.changed'])
    expect(await acts(`noun=user&noun_id=${id}`)).toEqual(['user.changed', 'session.begun'])
    expect(await acts(`concerns_id=${id}&without=session.begun&without=session.ended`)).toEqual([
      'user.changed',
    ])
    expect(await acts(`actor_id=${id}&start_date=2199-01-01`)).toEqual([])
    expect(await acts(`actor_id=${id}&end_date=2000-01-01`)).toEqual([])
  })

  it('tells programs with a token from runs that release 0.2.0 wrote down as tokens', async () => {
    await api.database.pool.query(
      `insert into audit_entries (created_at, actor_kind, actor_name, credential_id, act, noun)
       values ('2031-05-05T10:00Z', 'token', 'By token', 7, 'user.changed', 'user'),
         ('2031-05-05T10:00Z', 'token', 'By old run', null, 'user.changed', 'user'),
         ('2031-05-05T10:00Z', 'run', 'By run', null, 'user.changed', 'user')`,
    )
    const names = async (kinds: string) =>
      (await adm.get(`/api/audit?start_date=2031-05-05&end_date=2031-05-05&${kinds}`)).body.nodes
        .map((entry: { actor: { name: string } }) => entry.actor.name)
        .sort()
    expect(await names('kind=token')).toEqual(['By token'])
    expect(await names('kind=run')).toEqual(['By old run', 'By run'])
    expect(await names('kind=run&kind=token')).toEqual(['By old run', 'By run', 'By token'])
  })

  it('goes by pages of twenty, the newest first, each entry once', async () => {
    await api.database.pool.query(
      `insert into audit_entries (created_at, actor_kind, actor_name, act, noun)
       select now(), 'job', 'many', 'tag.changed', 'tag' from generate_series(1, 21)`,
    )
    const first = await search('page=1')
    const second = await search('page=2')
    const ids = [...first.nodes, ...second.nodes].map(({ id }) => id)
    expect(first.nodes).toHaveLength(20)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect(first.totalCount).toBe(await count())
  })
})

describe('the export of the audit trail', () => {
  it('has a line of JSON for each entry as in the list, and its own entry', async () => {
    const { id, username } = await member({ firstName: 'Quote "\\ ', lastName: 'Line\nBreak' })
    await api.signIn(username)
    const { status, headers, body } = await adm.get('/api/audit/entries.ndjson')
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    const lines = body.trimEnd().split('\n')
    const entries = lines.map((line: string) => JSON.parse(line))
    expect(entries).toHaveLength(await count())
    const { nodes } = await search('page=1')
    expect(entries.slice(-20).toReversed()).toEqual(nodes)
    expect(nodes[0]).toMatchObject({ act: 'file.asked', label: 'audit.ndjson', actor: { id: adm.id } })
    const found = await adm.get(`/api/audit/entries.ndjson?concerns_id=${id}`)
    expect(
      found.body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line).act),
    ).toEqual(['session.begun'])
  })
})

describe('entries', () => {
  const write = (days: number, noun: 'site' | 'tag') =>
    api.database.pool.query(
      `insert into audit_entries (created_at, actor_kind, actor_name, act, noun)
       values (now() - make_interval(days => $1), 'job', 'old', $2 || '.changed', $2)`,
      [days, noun],
    )

  it('can be neither changed nor removed, even in the database', async () => {
    await write(59, 'tag')
    for (const statement of [
      "update audit_entries set actor_name = 'somebody else'",
      'delete from audit_entries',
      'truncate audit_entries',
      "set copydesk.audit_days = '0'; delete from audit_entries where created_at > now() - interval '29 days'",
    ])
      await expect(api.database.pool.query(statement), statement).rejects.toThrow('audit entries are kept')
  })

  it('go when they are older than the setting says, and no others', async () => {
    await write(59, 'site')
    await write(61, 'site')
    await write(61, 'site')
    const before = await count()
    await api.runJob(REMOVE_OLD)
    expect(await count()).toBe(before - 2)
    expect((await search('noun=site')).totalCount).toBe(1)
  })
})

describe('the vendors with which the server starts', () => {
  it('are written down where they are others than before, without their secrets', async () => {
    const vendors = async () => (await search('act=vendors.changed')).nodes
    expect(await vendors()).toHaveLength(1)
    const second = await startApi({ SMTP_URL: 'smtps://user:geheim@mail.example:465' })
    await second.visitor.get('/api/health')
    const { rows } = await second.database.pool.query(
      "select * from audit_entries where act = 'vendors.changed'",
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actor_kind: 'job', after: { mail: 'SMTP at mail.example:465' } })
    expect(JSON.stringify(rows)).not.toContain('geheim')
    await second.close()
  })
})
