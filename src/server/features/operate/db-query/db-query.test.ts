import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { askReader } from '../../../db/console/ask.ts'
import { addressAs, CONSOLE_SCHEMA, layReader } from '../../../db/console/reader-role.ts'
import { CONSOLE_VIEWS } from '../../../db/console/views.ts'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import { SAMPLE_QUERIES } from '../../../sample/console-queries.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { createAsking, createDbQueryService } from './service.ts'

let api: Api
let eng: Client
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
})
afterAll(() => api.close())

const ask = async (query: string, client: Pick<Client, 'post'> = eng) =>
  (await client.post('/api/query', { query })).body
const errorOf = async (query: string) => (await ask(query)).error?.message ?? 'answered'

it('answers rows for a query, in the order of its columns and as PostgreSQL writes them [DBQ-005] [DBQ-006]', async () => {
  const query =
    "select role_id, count(*) as people, null::date as day, count(*) as people from users where role_id = 'qa' group by 1"
  expect(await ask(query)).toEqual({
    columns: [
      { name: 'role_id', type: 'text' },
      { name: 'people', type: 'bigint' },
      { name: 'day', type: 'date' },
      { name: 'people', type: 'bigint' },
    ],
    rows: [['qa', '2', null, '2']],
    cut: null,
    milliseconds: expect.any(Number),
  })
})

it('answers an error object with its place for a query that fails [DBQ-007]', async () => {
  const wrong = await eng.post('/api/query', { query: 'selec 1' })
  expect([wrong.status, wrong.body]).toEqual([
    200,
    { error: { message: 'syntax error at or near "selec"', position: 1 } },
  ])
  expect(await ask('select first_nam from users')).toMatchObject({
    error: {
      message: 'column "first_nam" does not exist',
      position: 8,
      hint: expect.stringContaining('first_name'),
    },
  })
  expect(await ask("select '€€', 1 / 0")).toEqual({ error: { message: 'division by zero' } })
  expect(await ask("select '€€'; select 2")).toEqual({
    error: { message: 'Run one statement at a time.', position: 12 },
  })
  expect((await eng.post('/api/query', { query: ' \n' })).body.message).toContain('validation')
})

it.each([
  ['a hard space', 'select\u00a0count(*)\u00a0from\u00a0users', 0],
  ['a byte-order mark', '\ufeffselect 1 from users limit 1', 0],
  ['zero-width spaces', 'select 1\u200b from \u200busers limit 1', 0],
  ['typographic spaces', 'select\u2009first_name\u202ffrom\u3000users\u2028limit 1', 0],
  ['text and names in quotation marks', `select 'a\u00a0b' as "c\u00a0d"\u00a0, $$\u200b$$ -- \u00a0`, 0],
  ['a mistake behind them', `select\u00a0'é', first_nam\u00a0from users`, 13],
])('takes blanks that were copied from a page as blanks: %s', async (_what, query, position) => {
  const answer = await ask(query)
  if (position > 0)
    expect(answer.error).toMatchObject({ position, message: expect.stringContaining('first_nam"') })
  else expect(answer.error).toBeUndefined()
})

it('keeps such blanks where they are part of a text or a name', async () => {
  const { rows, columns } = await ask(`select 'a\u00a0b' as "c\u00a0d"\u00a0, $$\u200b$$ as e`)
  expect(rows).toEqual([['a\u00a0b', '\u200b']])
  expect(columns[0].name).toBe('c\u00a0d')
})

it('needs the right ManageFeatureFlags', async () => {
  for (const role of ['adm', 'opm', 'qa', 'wrt'] as const) {
    const client = await api.as(role)
    expect((await client.post('/api/query', { query: 'select 1' })).status).toBe(403)
  }
  expect((await api.visitor.post('/api/query', { query: 'select 1' })).status).toBe(401)
})

it('describes every view with its columns, their types and their meaning', async () => {
  const { body } = await eng.get('/api/query/tables')
  expect(body).toMatchObject({ off: null, role: expect.stringMatching(/^copydesk_reader_\d+$/) })
  expect(body.tables.map(({ name }: { name: string }) => name)).toEqual(Object.keys(CONSOLE_VIEWS))
  const columns = body.tables.flatMap(({ columns }: { columns: object[] }) => columns)
  for (const column of columns)
    expect(column).toEqual({
      name: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
      meaning: expect.stringMatching(/./),
    })
  for (const { name } of body.tables)
    expect(await ask(`select * from ${name} limit 1`)).toMatchObject({ cut: null })
})

it('logs each query and its user before it runs, and shows users their own', async () => {
  await ask("select 'mine' as whose")
  await ask('select nothing')
  const other = await api.as('eng', 2)
  await ask("select 'theirs'", other)
  const { body } = await eng.get('/api/query/history')
  expect(body.slice(0, 2)).toMatchObject([
    { statement: 'select nothing', rows: null, error: 'column "nothing" does not exist' },
    { statement: "select 'mine' as whose", rows: 1, error: null },
  ])
  const { rows } = await api.database.pool.query(
    "select actor_id, label from audit_entries where act = 'query.asked' order by id desc limit 3",
  )
  expect(rows).toEqual([
    { actor_id: other.id, label: "select 'theirs'" },
    { actor_id: eng.id, label: 'select nothing' },
    { actor_id: eng.id, label: "select 'mine' as whose" },
  ])
  api.advance(401 * DAY_MS)
  await api.runJob(REMOVE_OLD)
  expect((await eng.get('/api/query/history')).body).toEqual([])
})

describe('an answer', () => {
  it('is cut at 10,000 rows, and says so', async () => {
    const answer = await ask('select n from generate_series(1, 10001) n')
    expect([answer.rows.length, answer.cut]).toEqual([10_000, 'rows'])
    // The columns of an answer that is not cut.
    expect(answer.columns).toEqual([{ name: 'n', type: 'integer' }])
    expect((await ask('select n from generate_series(1, 10000) n')).cut).toBeNull()
  })

  it('is cut at 8 MB as they come', async () => {
    const wide = await ask(`select '${'x'.repeat(10_000)}' from generate_series(1, 10000)`)
    expect(wide.cut).toBe('bytes')
    expect(wide.rows.length).toBeGreaterThan(500)
    expect(wide.rows.length).toBeLessThan(850)
  })

  it('comes within its time or not at all', async () => {
    const address = addressAs(api.database.url, await layReader(api.database.pool, 'p'), 'p')
    const { signal } = new AbortController()
    const asked = askReader(address, {
      text: HEAVY,
      bounds: { rows: 1, bytes: 10_000 },
      milliseconds: 200,
      signal,
    })
    await expect(asked).rejects.toThrow('The statement took longer than 0.2 seconds and was stopped.')
    expect(await ask("select current_setting('statement_timeout') as most")).toMatchObject({
      rows: [['10s']],
    })
  })

  it('is given to three people at the same time, and a fourth has to wait', async () => {
    const clients = [eng, await api.as('eng', 2), await engineer(), await engineer()]
    const held = await holdSites()
    const three = clients.slice(0, 3).map((client) => ask('select code from sites', client))
    await expect.poll(() => readers()).toBe(3)
    const fourth = await clients[3]?.post('/api/query', { query: 'select 1' })
    expect([fourth?.status, fourth?.body.message, fourth?.headers['retry-after']]).toEqual([
      429,
      expect.stringContaining('3 queries'),
      '3',
    ])
    await held.letGo()
    for (const answer of await Promise.all(three)) expect(answer.rows).toHaveLength(1)
    expect(await ask('select 1 as one')).toMatchObject({ rows: [['1']] })
  })

  it('comes to colleagues while one person asks as much as they can', async () => {
    const other = await api.as('eng', 2)
    const held = await holdSites()
    const flood = Array.from({ length: 8 }, () => eng.post('/api/query', { query: 'select code from sites' }))
    await expect.poll(() => readers()).toBe(1)
    expect(await ask('select 1 as one', other)).toMatchObject({ rows: [['1']] })
    await held.letGo()
    const answers = await Promise.all(flood)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    expect(answers.find(({ status }) => status === 503)?.body.message).toContain('Your other queries')
  })
})

/** Another engineer, signed in. */
async function engineer(): Promise<Pick<Client, 'post'>> {
  const { db, pool } = api.database
  const { id, username } = await buildUser(db, { roleId: 'eng' })
  await pool.query(
    'update users set password_hash = (select password_hash from users where id = $1) where id = $2',
    [eng.id, id],
  )
  const { body } = await api.signIn(username)
  const headers = { authorization: `Bearer ${body.token}` }
  return {
    post: (url, payload) => api.visitor.send({ method: 'POST', url, headers, payload: payload ?? {} }),
  }
}

/** Blocks all reads of the sites until released. */
async function holdSites() {
  // The first statement creates the views, which needs the sites as well.
  await ask('select 1')
  const client = await api.database.pool.connect()
  await client.query('begin; lock table sites in access exclusive mode')
  let isHeld = true
  const letGo = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(letGo)
  return { letGo }
}

/** Nobody waits for the end of it. */
const HEAVY = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b'

const readers = async () => {
  const { rows } = await api.database.pool.query(
    "select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name = 'copydesk console' and state = 'active'",
  )
  return rows[0]?.open
}

it('goes on after an upgrade, a restore or another server removed its role or its views', async () => {
  const { pool } = api.database
  await ask('select 1')
  await pool.query(`drop schema ${CONSOLE_SCHEMA} cascade`)
  expect(await ask('select code from sites')).toMatchObject({ cut: null })
  const { rows } = await pool.query(
    "select rolname from pg_roles where rolname = 'copydesk_reader_' || (select oid from pg_database where datname = current_database())",
  )
  const role = rows[0].rolname
  await pool.query(`drop owned by ${role}; drop role ${role}`)
  expect(await ask('select code from sites')).toMatchObject({ cut: null })
  await pool.query(`revoke all on all tables in schema ${CONSOLE_SCHEMA} from ${role}`)
  expect(await errorOf('select code from sites')).toMatch(/permission denied/)
  await layReader(pool, 'other')
  expect(await ask('select code from sites')).toMatchObject({ cut: null })
})

describe('a server', () => {
  const consoleOf = async (environment: Record<string, string>) => {
    const other = await startApi(environment)
    const client = await other.as('eng')
    const [described, asked] = [
      await client.get('/api/query/tables'),
      await client.post('/api/query', { query: 'select 1' }),
    ]
    const { rows: log } = await other.database.pool.query('select purpose, error from console_attempts')
    await other.close()
    return { ...described.body, status: asked.status, log }
  }
  const isOld = async () => {
    const { rows } = await api.database.pool.query(
      "select current_setting('server_version_num')::int as version",
    )
    return [15, 16, 17, 18].includes(Math.floor(rows[0].version / 10_000)) && rows[0].version % 10_000 < 5
  }

  it('has it off where the setting says so', async () => {
    const off = 'It’s switched off by the setting DATABASE_CONSOLE.'
    expect(await consoleOf({ DATABASE_CONSOLE: 'off' })).toEqual({
      ...{ off, warning: null, role: null, tables: [], status: 403 },
      // The attempt is logged.
      log: [{ purpose: 'screen', error: off }],
    })
  })

  it('that misses security releases says so', async ({ skip }) => {
    skip(!(await isOld()), 'This server is up to date.')
    expect((await eng.get('/api/query/tables')).body.warning).toMatch(/lacks the security releases/)
  })
})

it('a bundled database server causes no warning to people who cannot update it', async () => {
  const { db, pool, url } = api.database
  const deps = {
    ...{ db, pool, url, isEmbedded: true, clock: () => new Date(), isProduction: false, timeZone: 'UTC' },
    ...{ databaseConsole: 'on' as const, auditDays: 1, log: { error: () => undefined } },
    box: { derive: () => 'of another server' },
    exports: { startExport: () => Promise.reject(new Error('No file was requested.')) },
  }
  const { readConsole } = createDbQueryService({ ...deps, asking: createAsking(deps) })
  expect(await readConsole()).toMatchObject({ off: null, warning: null })
})

describe('a saved query', () => {
  const save = (name: string, query = 'select 1', client = eng) =>
    client.post('/api/query/saved', { name, query })

  it('is visible to all console users, and changed by its owner alone', async () => {
    const other = await api.as('eng', 2)
    const { body: mine } = await save('Ours')
    expect((await other.get('/api/query/saved')).body).toMatchObject([{ name: 'Ours', is_own: false }])
    const change = { name: 'Theirs', query: 'select 2', version: 1 }
    expect((await other.put(`/api/query/saved/${mine.query_id}`, change)).status).toBe(403)
    expect((await other.delete(`/api/query/saved/${mine.query_id}`)).status).toBe(403)
    expect(
      (await eng.put(`/api/query/saved/${mine.query_id}`, { ...change, name: 'Ours too' })).body,
    ).toMatchObject({
      ...{ name: 'Ours too', statement: 'select 2', version: 2 },
    })
    const late = await eng.put(`/api/query/saved/${mine.query_id}`, change)
    expect([late.status, late.body.details]).toMatchObject([409, { name: 'Ours too', version: 2 }])
    expect((await eng.delete(`/api/query/saved/${mine.query_id}`)).status).toBe(204)
    expect((await eng.get('/api/query/saved')).body).toEqual([])
    const { rows } = await api.database.pool.query(
      "select act from audit_entries where noun = 'query' and act <> 'query.asked' and noun_id = $1 order by id",
      [String(mine.query_id)],
    )
    expect(rows.map(({ act }) => act)).toEqual(['query.saved', 'query.changed', 'query.deleted'])
  })

  it('can be deleted by any console user once its owner cannot sign in', async () => {
    const leaver = await api.as('eng', 2)
    const { body: left } = await save('Left behind', 'select 3', leaver)
    const setActive = (active: boolean) =>
      api.database.pool.query('update users set active = $2 where id = $1', [leaver.id, active])
    expect((await eng.delete(`/api/query/saved/${left.query_id}`)).status).toBe(403)
    await setActive(false)
    const { body } = await eng.get('/api/query/saved')
    expect(body.find(({ name }: { name: string }) => name === 'Left behind')).toMatchObject({
      is_own: false,
      may_delete: true,
    })
    expect((await eng.delete(`/api/query/saved/${left.query_id}`)).status).toBe(204)
    await setActive(true)
  })
})

describe('a report', () => {
  const fileOf = async (query: string, format: string) => {
    const begun = await eng.post('/api/query/export', { query, format })
    if (begun.status !== 202) return { refused: begun.body.message, content: '', name: '' }
    await api.app.queue.drain()
    const { body } = await eng.get(`/api/export/${begun.body.exportId}`)
    if (body.url === null) return { refused: body.error, content: '', name: '' }
    const { body: content } = await eng.get(body.url)
    return { refused: null, content, name: body.name }
  }
  const NASTY =
    "select 'a,b' as \"one, two\", '=1+1' as formula, 12.50 as price, null as nothing, '123456789012345678'::numeric as long"

  it('is a CSV that a spreadsheet opens, with nothing in it that it would carry out [DBQ-004]', async () => {
    const { content, name } = await fileOf(NASTY, 'csv')
    expect(name).toMatch(/^report-\d{4}-\d\d-\d\d\.csv$/)
    expect(content).toBe(
      '\ufeff"one, two",formula,price,nothing,long\n"a,b",\'=1+1,12.5,,123456789012345678\n',
    )
  })

  it('is a workbook with numbers as numbers [FMT-018]', async () => {
    const begun = await eng.post('/api/query/export', { query: NASTY, format: 'xlsx' })
    await api.app.queue.drain()
    const { body } = await eng.get(`/api/export/${begun.body.exportId}`)
    const file = await api.app.server.inject({
      url: body.url,
      headers: { authorization: `Bearer ${eng.token}` },
    })
    expect(file.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const { sheets } = await readXlsx(file.rawPayload)
    expect(sheets[0]?.rows).toEqual([
      ['one, two', 'formula', 'price', 'nothing', 'long'],
      ['a,b', '=1+1', 12.5, null, '123456789012345678'],
    ])
  })

  it('says below its rows that there are more, and is none where the statement fails', async () => {
    const { content } = await fileOf('select n from generate_series(1, 10001) n', 'csv')
    const lines = content.trim().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([10_002, '"Only the first 10,000 rows are shown."'])
    expect((await fileOf('delete from users', 'csv')).refused).toMatch(/only read statements/i)
    expect((await fileOf('select nothing', 'csv')).refused).toBe('column "nothing" does not exist')
  })
})

it('answers the questions of the sample', async () => {
  for (const { statement } of SAMPLE_QUERIES) expect(await ask(statement)).toMatchObject({ cut: null })
})
