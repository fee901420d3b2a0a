import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let stage: RulesStage
let adm: Client
beforeAll(async () => {
  api = await startApi({ SESSION_HOURS: '10', SESSION_IDLE_MINUTES: '300' })
  stage = await createRulesStage(api)
  adm = await api.as('adm')
})
afterAll(() => api.close())
beforeEach(() => stage.forget())

const RULES = '/api/sign-in-rules'
const body = (more: object = {}) => ({ ...USUAL_RULES, version: 0, ...more })
const save = (more: object, by = adm) => by.put(RULES, body(more))
const issuesOf = ({
  status,
  body: { validation },
}: {
  status: number
  body: { validation?: { body: { issues: unknown } } }
}) => [status, validation?.body.issues]

describe('the rules', () => {
  it('are those of the server while nothing is saved', async () => {
    const { body } = await adm.get(RULES)
    expect(body).toMatchObject({
      rules: USUAL_RULES,
      version: 0,
      changed_at: null,
      changed_by: null,
      today: stage.dayIn(0),
      limits: { session_hours: 10, session_idle_minutes: 300, token_days: 365, tokens_each: 20 },
      history: [],
    })
  })

  it('are saved with author and time, and return the people they affect', async () => {
    const user = await stage.enrolled({ roleId: 'adm' })
    const before = (await adm.get(RULES)).body.groups
    const { status, body } = await save({ sessions_at_once: 20, session_hours: 2 })
    expect([status, body.version, body.changed_at, body.changed_by]).toEqual([
      200,
      1,
      api.now().toISOString(),
      { id: adm.id, first_name: 'Adm', last_name: 'One' },
    ])
    expect(body.rules).toEqual({ ...USUAL_RULES, sessions_at_once: 20, session_hours: 2 })
    expect(body.groups).toEqual(before)
    const { administrators, everybody } = body.groups
    expect([administrators.people, administrators.ready]).toEqual([3, 1])
    expect(administrators.missing.map(({ last_name }: { last_name: string }) => last_name)).toEqual([
      'One',
      'Two',
    ])
    expect([everybody.people, everybody.ready, everybody.missing.length]).toEqual([11, 1, 10])
    await api.database.pool.query('update users set active = false where id = $1', [user.id])
  })

  it('count neither locked people nor those without a password', async () => {
    const { people } = (await adm.get(RULES)).body.groups.everybody
    await stage.person({ active: false, passwordHash: 'x' })
    await api.database.pool.query(
      "insert into users (first_name, last_name, username, role_id) values ('N', 'N', 'n@desk.example', 'wrt')",
    )
    expect((await adm.get(RULES)).body.groups.everybody.people).toBe(people)
  })

  it('list the changes in the trail, the newest first', async () => {
    await save({ sessions_at_once: 20 })
    const from = stage.dayIn(30)
    await save({ version: 1, sessions_at_once: 20, second_factor: 'everybody', second_factor_from: from })
    await save({ version: 2, sessions_at_once: 20, people_make_tokens: false, token_days: 90 })
    const { history } = (await adm.get(RULES)).body
    expect(
      history
        .slice(0, 3)
        .map((entry: { changes: string[]; changed_by: string }) => [entry.changed_by, ...entry.changes]),
    ).toEqual([
      [
        'Adm One',
        'Second factor: everybody → nobody',
        'People make API tokens: yes → no',
        'Longest life of API tokens: 365 days → 90 days',
      ],
      ['Adm One', 'Second factor: nobody → everybody', `starts ${from}`],
      ['Adm One', 'Sessions at once: no limit → 20'],
    ])
    const { rows } = await api.database.pool.query(
      "select before, after from audit_entries where act = 'sign-in-rules.changed' order by id desc limit 1",
    )
    expect(rows[0].before).toEqual({
      second_factor: 'everybody',
      second_factor_from: from,
      people_make_own: true,
      own_days: null,
    })
  })

  it('are not saved again if nothing changed', async () => {
    await save({ sessions_at_once: 20 })
    expect((await save({ version: 1, sessions_at_once: 20 })).body.version).toBe(1)
  })

  it('stay unsaved if the first save changes nothing', async () => {
    expect((await save({})).body.version).toBe(0)
    expect((await api.database.pool.query('select version from sign_in_rules')).rows).toEqual([])
    await api.database.pool.query('insert into sign_in_rules (session_hours, changed_at) values (3, now())')
    expect((await adm.get('/api/sign-in-rules')).body).toMatchObject({ version: 0, changed_at: null })
  })

  it('are read by user managers and changed by administrators alone', async () => {
    const eng = await api.as('eng')
    expect([(await eng.get(RULES)).status, (await save({}, eng)).status]).toEqual([200, 403])
    for (const role of ['opm', 'qa', 'wrt'] as const) {
      const client = await api.as(role)
      expect([(await client.get(RULES)).status, (await save({}, client)).status]).toEqual([403, 403])
    }
  })

  it('ask for a confirmed identity', async () => {
    const user = await stage.person({ roleId: 'adm' })
    await stage.query(
      "update sessions set strong_at = strong_at - interval '1 hour' where user_id = $1",
      user.id,
    )
    const { status, body: answer } = await user.call('PUT', RULES, body({ sessions_at_once: 3 }))
    expect([status, answer.code]).toEqual([403, 'stepUp'])
  })
})

describe('a save of the rules', () => {
  it('is refused above the limits of the server', async () => {
    expect(issuesOf(await save({ session_hours: 11, session_idle_minutes: 301 }))).toEqual([
      400,
      [
        { path: 'session_hours', message: 'At most 10.' },
        { path: 'session_idle_minutes', message: 'At most 300.' },
      ],
    ])
    expect((await save({ session_hours: 10, session_idle_minutes: 300 })).status).toBe(200)
  })

  it.each([
    ['session_hours', 0, 'At least 0.1.'],
    ['session_idle_minutes', 4, 'At least 5.'],
    ['sessions_at_once', 0, 'At least 1.'],
    ['sessions_at_once', 1.5, 'Enter a whole number.'],
    ['token_days', 366, 'At most 365.'],
    ['tokens_each', 21, 'At most 20.'],
  ])('is refused with %s %s', async (path, value, message) => {
    expect(issuesOf(await save({ [path]: value }))).toEqual([400, [{ path, message }]])
  })

  it('is refused with a first day in the past, but an unchanged one may stay', async () => {
    const past = { second_factor: 'administrators' as const, second_factor_from: stage.dayIn(-1) }
    const issue = { path: 'second_factor_from', message: 'Choose today or a later day.' }
    expect(issuesOf(await save(past))).toEqual([400, [issue]])
    const ready = await stage.enrolled({ roleId: 'adm' })
    await stage.apply(past)
    const change = body({ ...past, version: 1, sessions_at_once: 3 })
    expect((await ready.call('PUT', RULES, change)).status).toBe(200)
  })

  it('is refused without a first day', async () => {
    const issue = { path: 'second_factor_from', message: 'Choose the first day.' }
    expect(issuesOf(await save({ second_factor: 'everybody' }))).toEqual([400, [issue]])
  })

  it('of two at once leaves one, and the other learns who was quicker', async () => {
    const other = await api.as('adm', 2)
    const saved = await Promise.all([save({ sessions_at_once: 5 }), save({ sessions_at_once: 6 }, other)])
    const [won, lost] = saved.toSorted((one, two) => one.status - two.status)
    expect([won?.status, lost?.status, won?.body.version]).toEqual([200, 409, 1])
    const { current } = lost?.body.details ?? {}
    expect(current).toMatchObject({
      rules: won?.body.rules,
      version: 1,
      changed_at: api.now().toISOString(),
      changed_by: won?.body.changed_by,
    })
    const { rows } = await api.database.pool.query('select version from sign_in_rules')
    expect(rows).toEqual([{ version: 1 }])
  })

  it('of six at once on the same version leaves one', async () => {
    await save({ sessions_at_once: 5 })
    const others = [6, 7, 8, 9, 10, 11].map((most) => save({ sessions_at_once: most, version: 1 }))
    const statuses = (await Promise.all(others)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('that would shut out the caller is refused with the reason, and leaves nothing', async () => {
    const today = stage.dayIn(0)
    for (const second_factor of ['administrators', 'everybody']) {
      const { status, body: answer } = await save({ second_factor, second_factor_from: today })
      expect([status, answer.details, answer.message]).toEqual([
        422,
        { unmet: ['own_factor'] },
        'Not saved: this would lock you out. You don’t have a second factor yet. Set one up first, or choose a later day.',
      ])
    }
    expect((await adm.get(RULES)).body.version).toBe(0)
  })

  it('is open to a caller with a second factor, or from tomorrow on', async () => {
    expect((await save({ second_factor: 'everybody', second_factor_from: stage.dayIn(1) })).status).toBe(200)
    await stage.forget()
    const ready = await stage.enrolled({ roleId: 'adm' })
    const now = body({ second_factor: 'everybody', second_factor_from: stage.dayIn(0) })
    expect((await ready.call('PUT', RULES, now)).status).toBe(200)
  })
})
