import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { FEATURE_FLAGS, FLAG_NAMES, settledDays } from '#shared/features/ground/feature-flags/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { connectDatabase } from '../../../db/connect.ts'
import { type Api, type Client, PASSWORD, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'
import { insertSamplePassword } from '../system/store.ts'
import { createFlagReader } from './feature.ts'

let api: Api
let eng: Client
let other: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
  other = await api.as('eng', 2)
  qa = await api.as('qa')
})
beforeEach(async () => {
  // As this server would, so that its readers know.
  await api.database.pool.query('delete from feature_flag_changes')
  await api.database.pool.query('delete from feature_flags')
})
afterAll(() => api.close())

const FLAGS = '/api/feature-flags'
const set = (feature_flag: string, value: unknown, type = 'bool', client = eng) =>
  client.post(FLAGS, { feature_flag, type, value })
const names = async () =>
  (await qa.get(FLAGS)).body.map(({ feature_flag }: { feature_flag: string }) => feature_flag)
const issueOf = ({ body }: { body: { validation?: { body?: { issues: object[] } } } }) =>
  body.validation?.body?.issues[0]

it('every signed-in user reads the flags without parameters, with name, type and value [FLAG-006, FLAG-015, D96]', async () => {
  const { status, body } = await set('REVIEW_CLAIMS', true)
  expect([status, body]).toEqual([
    201,
    {
      feature_flag_id: expect.any(Number),
      feature_flag: 'REVIEW_CLAIMS',
      type: 'bool',
      value: true,
      version: 1,
      updated_at: expect.any(String),
      updated_by: { id: eng.id, first_name: 'Eng', last_name: 'One', username: eng.username },
    },
  ])
  await set('BANNER', 'Hello', 'string')
  for (const role of ['adm', 'opm', 'qa', 'wrt'] as const) {
    const { body: seen } = await (await api.as(role)).get(FLAGS)
    expect(seen, role).toMatchObject([
      { feature_flag: 'BANNER', type: 'string', value: 'Hello' },
      { feature_flag: 'REVIEW_CLAIMS', type: 'bool', value: true },
    ])
  }
  expect((await api.visitor.get(FLAGS)).status).toBe(401)
})

it('the options are the flags that the product reads, with type, values and default [FLAG-007, FLAG-017]', async () => {
  const { body } = await eng.get(`${FLAGS}/options`)
  expect(body.map(({ name }: { name: string }) => name)).toEqual(FLAG_NAMES)
  expect(body).toContainEqual({
    name: 'NOTICE_MAILS',
    type: 'enum',
    values: ['all', 'mentions', 'none'],
    default: 'all',
    meaning: FEATURE_FLAGS.NOTICE_MAILS.meaning,
  })
  expect(body).toContainEqual(expect.objectContaining({ name: 'SELF_APPROVAL', type: 'boolean', values: [] }))
  expect(body).toContainEqual(expect.objectContaining({ name: 'SIGN_IN_NOTICE', type: 'string' }))
})

it('users without the right to manage flags can only read them [D96]', async () => {
  const { feature_flag_id: id } = (await set('BANNER', 'Hello', 'string')).body
  const adm = await api.as('adm')
  const refused = await Promise.all([
    adm.get(`${FLAGS}/options`),
    adm.get(`${FLAGS}/history`),
    set('OTHER', true, 'bool', adm),
    adm.patch(`${FLAGS}/${id}`, { value: 'Bye' }),
    adm.delete(`${FLAGS}/${id}`),
    adm.post(`${FLAGS}/${id}/restore`),
  ])
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  expect((await qa.get(FLAGS)).body).toMatchObject([{ value: 'Hello' }])
})

it('refuses a flag without a name, or with a name of which nothing is left [FLAG-008]', async () => {
  const message = 'Please Input Feature Flag Name!'
  for (const name of ['', '   ', '!?', undefined]) {
    const refused = await eng.post(FLAGS, { feature_flag: name, type: 'bool', value: true })
    expect([refused.status, issueOf(refused)]).toEqual([400, { path: 'feature_flag', message }])
  }
})

it('refuses a flag without a value [FLAG-009]', async () => {
  for (const value of ['', '  ', undefined, null]) {
    const refused = await eng.post(FLAGS, { feature_flag: 'BANNER', type: 'string', value })
    expect([refused.status, issueOf(refused)]).toEqual([
      400,
      { path: 'value', message: 'Please Input Value!' },
    ])
  }
})

it.each([
  ['stock_board', 'STOCK_BOARD'],
  [' stock board  v2 ', 'STOCK_BOARD_V2'],
  ['stock\tboard', 'STOCK_BOARD'],
  ['stock-board: 2.0!', 'STOCKBOARD_20'],
  ['Größe', 'GRSSE'],
])(
  'a new flag %j is kept as %s: upper case, underscores, nothing else [FLAG-011, FLAG-012, FLAG-013, FLAG-018]',
  async (typed, kept) => {
    expect((await set(typed, false)).body.feature_flag).toBe(kept)
  },
)

it('a flag that exists or is archived is not added again, and stays unchanged [FLAG-014, D94]', async () => {
  const { feature_flag_id: id } = (await set('BANNER', 'Hello', 'string')).body
  const again = await set('banner', 'Bye', 'string')
  expect([again.status, again.body.message]).toEqual([409, 'BANNER already exists.'])
  expect((await qa.get(FLAGS)).body).toMatchObject([{ value: 'Hello' }])
  await eng.delete(`${FLAGS}/${id}`)
  const archived = await set('BANNER', 'Bye', 'string')
  expect([archived.status, archived.body.message]).toEqual([409, 'BANNER is archived. Restore it instead.'])
  const second = (await set('OTHER', true)).body
  const renamed = await eng.patch(`${FLAGS}/${second.feature_flag_id}`, { feature_flag: 'BANNER' })
  expect(renamed.status).toBe(409)
  expect(await names()).toEqual(['OTHER'])
})

it('of ten simultaneous calls that add a flag, one succeeds [FLAG-014]', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => set('RACE', true)))
  expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
})

it('types are understood in either spelling, and kept as bool or string [D93]', async () => {
  expect((await set('ONE', 'true', 'boolean')).body).toMatchObject({ type: 'bool', value: true })
  expect((await set('TWO', 'some', 'enum')).body).toMatchObject({ type: 'string', value: 'some' })
  const wrong = await set('THREE', 'perhaps', 'bool')
  expect([wrong.status, issueOf(wrong)]).toEqual([400, { path: 'value', message: 'Must be true or false.' }])
})

it('a flag of the product has its declared type and one of its allowed values [D93]', async () => {
  const type = await set('SELF_APPROVAL', 'yes', 'string')
  expect(issueOf(type)).toEqual({ path: 'type', message: 'SELF_APPROVAL must be a bool.' })
  const value = await set('NOTICE_MAILS', 'some', 'string')
  expect(issueOf(value)).toEqual({ path: 'value', message: 'Must be one of all, mentions, none.' })
  expect((await set('NOTICE_MAILS', 'none', 'enum')).status).toBe(201)
})

it('a flag is changed field by field; a change to an older version gets the current one [FLAG-019]', async () => {
  const { feature_flag_id: id, version } = (await set('BANNER', 'Hello', 'string')).body
  const changed = await eng.patch(`${FLAGS}/${id}`, { value: 'Bye', version })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { feature_flag: 'BANNER', type: 'string', value: 'Bye', version: 2 },
  ])
  const late = await other.patch(`${FLAGS}/${id}`, { value: 'Later', version })
  expect([late.status, late.body.details.current]).toMatchObject([409, { value: 'Bye', version: 2 }])
  expect((await eng.patch(`${FLAGS}/${id}`, { value: '' })).status).toBe(400)
  expect((await eng.patch(`${FLAGS}/999999`, { value: 'x' })).status).toBe(404)
})

it('a deleted flag is archived without a payload, and comes back as it was [FLAG-020, D96]', async () => {
  const { feature_flag_id: id } = (await set('BANNER', 'Hello', 'string')).body
  expect((await eng.delete(`${FLAGS}/${id}`)).status).toBe(204)
  expect(await names()).toEqual([])
  expect((await eng.delete(`${FLAGS}/${id}`)).status).toBe(404)
  expect((await eng.patch(`${FLAGS}/${id}`, { value: 'x' })).status).toBe(404)
  for (let times = 0; times < 2; times++)
    expect((await eng.post(`${FLAGS}/${id}/restore`)).body).toMatchObject({ value: 'Hello' })
  expect(await names()).toEqual(['BANNER'])
})

it('changes are listed with author, old and new value, the newest first, and written to the audit trail', async () => {
  const { feature_flag_id: id } = (await set('BANNER', 'Hello', 'string')).body
  await other.patch(`${FLAGS}/${id}`, { value: 'Bye' })
  // What changes nothing is no change.
  await other.patch(`${FLAGS}/${id}`, { value: 'Bye' })
  await eng.delete(`${FLAGS}/${id}`)
  const { body } = await eng.get(`${FLAGS}/history`)
  expect(body).toMatchObject([
    { act: 'archived', user: { id: eng.id }, version: 3 },
    {
      act: 'changed',
      user: { id: other.id },
      before: { feature_flag: 'BANNER', type: 'string', value: 'Hello' },
      after: { value: 'Bye' },
      version: null,
    },
    { act: 'created', before: null, after: { value: 'Hello' }, version: null },
  ])
  const { rows } = await api.database.pool.query(
    "select act, after from audit_entries where noun = 'flag' and noun_id = $1 order by id",
    [String(id)],
  )
  expect(rows.map(({ act }) => act)).toEqual(['flag.created', 'flag.changed', 'flag.archived'])
  expect(rows[1].after).toEqual({ value: 'Bye' })
})

it('an undo of a change is refused if another user has changed the flag since', async () => {
  const { feature_flag_id: id } = (await set('BANNER', 'Hello', 'string')).body
  const at = `${FLAGS}/${id}`
  const lastVersion = async () => (await eng.get(`${FLAGS}/history`)).body[0].version
  const steps = [
    {
      undo: (version: number) => eng.delete(`${at}?version=${version}`),
      change: () => other.patch(at, { value: 'Bye' }),
    },
    {
      undo: (version: number) => eng.patch(at, { value: 'Hello', version }),
      change: () => other.patch(at, { value: 'Later' }),
    },
  ]
  for (const { undo, change } of steps) {
    const version = await lastVersion()
    await change()
    const { status, body } = await undo(version)
    expect([status, body.message]).toEqual([409, 'Another user has changed this flag.'])
  }
  expect((await qa.get(FLAGS)).body).toMatchObject([{ value: 'Later' }])
  await eng.delete(at)
  const archived = await lastVersion()
  await other.post(`${at}/restore`)
  await other.delete(at)
  expect((await eng.post(`${at}/restore?version=${archived}`)).status).toBe(409)
  expect(await names()).toEqual([])
  expect((await eng.post(`${at}/restore?version=${await lastVersion()}`)).status).toBe(200)
  expect((await eng.delete(`${at}?version=${await lastVersion()}`)).status).toBe(204)
})

it('the flag SELF_APPROVAL decides at once whether QA may approve their own articles', async () => {
  const approve = async () => {
    const { id } = await buildArticle(api.database.db, { userId: qa.id })
    return (await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status
  }
  expect(await approve()).toBe(200)
  const { feature_flag_id: id } = (await set('SELF_APPROVAL', false)).body
  expect(await approve()).toBe(403)
  await eng.patch(`${FLAGS}/${id}`, { value: true })
  expect(await approve()).toBe(200)
})

it('no flag allows a thing that the server’s settings forbid', async () => {
  const strict = await startApi({ SELF_APPROVAL: 'forbidden' })
  const [manager, reviewer] = [await strict.as('eng'), await strict.as('qa')]
  await manager.post(FLAGS, { feature_flag: 'SELF_APPROVAL', type: 'bool', value: true })
  const { id } = await buildArticle(strict.database.db, { userId: reviewer.id })
  expect((await reviewer.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(403)
  await strict.close()
})

it('the names of reviewers are hidden while the flag is off', async () => {
  const { id } = await buildArticle(api.database.db, { userId: eng.id })
  const claim = () => qa.put(`/api/articles/${id}/claim`, { take_over: false })
  expect((await claim()).status).toBe(200)
  const flag = (await set('REVIEW_CLAIMS', false)).body
  expect((await qa.get('/api/claims')).body).toEqual([])
  expect((await claim()).status).toBe(409)
  await eng.delete(`${FLAGS}/${flag.feature_flag_id}`)
  expect((await qa.get('/api/claims')).body).toMatchObject([{ article_id: id }])
})

it('an article is checked before it is sent, unless the flag is off', async () => {
  const { id } = await buildArticle(api.database.db, { userId: qa.id })
  const rules = async () => (await qa.get(`/api/articles/${id}/preflight`)).body.rules
  expect(await rules()).toBeGreaterThan(5)
  await set('ARTICLE_PREFLIGHT', false)
  expect((await qa.get(`/api/articles/${id}/preflight`)).body).toMatchObject({ findings: [], rules: 0 })
})

it('the sign-in follows the flag, and offers the sample’s people unless the flag is off', async () => {
  const sample = await startApi()
  const manager = await sample.as('eng')
  await insertSamplePassword(sample.database.db, PASSWORD)
  const health = async () => (await sample.visitor.get('/api/health')).body
  const before = await health()
  expect(before.notice).toBeNull()
  expect(before.sample.people.length).toBeGreaterThan(0)
  const put = (feature_flag: string, type: string, value: unknown) =>
    manager.post(FLAGS, { feature_flag, type, value })
  await put('SIGN_IN_NOTICE', 'string', 'Scans run late today')
  await put('SAMPLE_SIGN_IN', 'bool', false)
  expect(await health()).toMatchObject({ notice: 'Scans run late today', sample: { people: [] } })
  await sample.close()
})

it('the flag decides which notices are mailed to users who have not chosen: all, those with a mention, or none', async () => {
  const mailing = await startApi({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const [manager, reviewer, owner] = [
    await mailing.as('eng'),
    await mailing.as('qa'),
    await mailing.as('opm'),
  ]
  const mailsOf = async () => {
    const { id } = await buildArticle(mailing.database.db, { userId: owner.id })
    await mailing.database.pool.query("delete from jobs.job where name = 'notices.mail'")
    await reviewer.patch(`/api/articles/validate/${id}`, { command: 'approve' })
    const { rowCount } = await mailing.database.pool.query("select from jobs.job where name = 'notices.mail'")
    return rowCount
  }
  expect(await mailsOf()).toBe(1)
  await manager.post(FLAGS, { feature_flag: 'NOTICE_MAILS', type: 'enum', value: 'mentions' })
  expect(await mailsOf()).toBe(0)
  await owner.put('/api/profile/notifications/groups/articles', { way: 'mail' })
  expect(await mailsOf()).toBe(1)
  await mailing.close()
})

it('another server learns of a change within two seconds; without a database it uses the last known values', async () => {
  const errors: unknown[] = []
  const log = { error: (...given: unknown[]) => void errors.push(given) }
  const elsewhere = connectDatabase(api.database.url)
  const flags = createFlagReader({ db: elsewhere.db, clock: api.now, timeZone: 'UTC', log })
  expect(await flags.value('REVIEW_CLAIMS')).toBe(true)
  await set('REVIEW_CLAIMS', false)
  const began = performance.now()
  await until(async () => (await flags.value('REVIEW_CLAIMS')) === false)
  // A second by itself; a busy machine takes its time to ask.
  expect(performance.now() - began).toBeLessThan(10_000)
  await elsewhere.close()
  await until(async () => {
    expect(await flags.value('REVIEW_CLAIMS')).toBe(false)
    return errors.length > 0
  })
  const lonely = createFlagReader({ db: elsewhere.db, clock: api.now, timeZone: 'UTC', log })
  expect(await lonely.value('NOTICE_MAILS')).toBe('all')
})

it('reads of a flag are counted in memory, stored once a minute, and reported with those not stored yet', async () => {
  const eng = await api.as('eng')
  const readings = async () => {
    const { body } = await eng.get(`${FLAGS}/uses`)
    return body.find(({ feature_flag: name }: { feature_flag: string }) => name === 'NOTICE_MAILS')
  }
  const { reads_today: before } = await readings()
  const other = connectDatabase(api.database.url)
  const flags = createFlagReader({ db: other.db, clock: api.now, timeZone: 'UTC', log: api.app.server.log })
  for (let time = 0; time < 5; time += 1) await flags.value('NOTICE_MAILS')
  const countedHere = () => [...flags.counted()].map(([day, reads]) => [day, reads.get('NOTICE_MAILS')])
  const [day] = flags.counted().keys()
  expect(countedHere()).toEqual([[expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), 5]])
  // Another server's readings count once they are stored.
  expect((await readings()).reads_today).toBe(before)
  await flags.storeCounts()
  expect(flags.counted().size).toBe(0)
  await flags.value('NOTICE_MAILS')
  await flags.storeCounts()
  expect(await readings()).toMatchObject({ reads_today: before + 6, last_read: day })
  // Counted on the day on which it was read, whenever that is kept.
  await flags.value('NOTICE_MAILS')
  api.advance(DAY_MS)
  await flags.storeCounts()
  const { rows } = await api.database.pool.query(
    "select reads from feature_flag_reads where feature_flag = 'NOTICE_MAILS' and day = $1",
    [day],
  )
  expect(Number(rows[0]?.reads)).toBeGreaterThanOrEqual(before + 7)
  expect(await readings()).toMatchObject({ reads_today: 0, last_read: day })
  await other.close()
})

it('readings that cannot be kept are not lost, and stay on their day', async () => {
  const other = connectDatabase(api.database.url)
  const flags = createFlagReader({ db: other.db, clock: api.now, timeZone: 'UTC', log: api.app.server.log })
  await flags.value('NOTICE_MAILS')
  const [day] = flags.counted().keys()
  await other.close()
  await flags.storeCounts()
  api.advance(2 * DAY_MS)
  for (let time = 0; time < 2; time += 1) await flags.value('NOTICE_MAILS')
  await flags.storeCounts()
  const counted = new Map(flags.counted())
  expect(day && counted.get(day)?.get('NOTICE_MAILS')).toBe(1)
  if (day) counted.delete(day)
  const later = [...counted.values()].map((reads) => reads.get('NOTICE_MAILS') ?? 0)
  expect(later.reduce((sum, reads) => sum + reads, 0)).toBe(2)
})

it('a bool of the product unchanged for 90 days is ready to be removed; nothing else is', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const since = (updated_at: string, over: object = {}) =>
    settledDays({ feature_flag: 'ASSISTANT', type: 'bool', updated_at, ...over }, now)
  expect(since('2026-08-23T12:00:00Z')).toBe(90)
  expect(since('2026-08-23T12:00:01Z')).toBeNull()
  expect(since('2026-01-01T12:00:00Z', { type: 'string' })).toBeNull()
  expect(since('2026-01-01T12:00:00Z', { feature_flag: 'BANNER' })).toBeNull()
})
