import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReader } from '../../../db/console/ask.ts'
import { addressAs, layReader } from '../../../db/console/reader-role.ts'
import { createSecretBox, readSecretKeys } from '../../../security/secret-box.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let eng: Client
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
})
afterAll(() => api.close())

const errorOf = async (query: string) =>
  (await eng.post('/api/query', { query })).body.error?.message ?? 'answered'

/** A statement, and what answers it: words of the refusal. */
const ATTACKS: readonly (readonly [string, RegExp])[] = [
  ["insert into keywords (keyword) values ('x')", /only read statements/i],
  ['update users set active = false', /only read statements/i],
  ['delete from articles', /only read statements/i],
  ['truncate articles', /only read statements/i],
  ['merge into tags using keywords on true when matched then do nothing', /only read statements/i],
  ['with x as (delete from keywords returning *) select * from x', /only read statements/i],
  ["with x as (insert into tags values (1, 'x') returning *) select * from x", /only read statements/i],
  ['select * into copied from users', /would make a table/],
  ['create table t (a int)', /only read statements/i],
  ['create temporary table t (a int)', /only read statements/i],
  ['create function f() returns int language sql as $$ select 1 $$', /only read statements/i],
  ['alter role current_user superuser', /only read statements/i],
  ['grant select on keywords to public', /only read statements/i],
  ['set role postgres', /only read statements/i],
  ['set session authorization postgres', /only read statements/i],
  ['reset all', /only read statements/i],
  ['begin', /only read statements/i],
  ['commit', /only read statements/i],
  ['rollback; select 1', /one statement at a time/i],
  ['select 1; drop table articles', /one statement at a time/i],
  ['do $$ begin perform pg_sleep(1); end $$', /only read statements/i],
  ['call x()', /only read statements/i],
  ["copy users to '/tmp/x'", /only read statements/i],
  ['copy users to stdout', /only read statements/i],
  ["copy (select 1) to program 'id'", /only read statements/i],
  ['lock table articles', /only read statements/i],
  ['select * from keywords for update', /can’t lock rows/],
  ['select * from (select * from keywords for share) x', /can’t lock rows/],
  ['listen x', /only read statements/i],
  ['notify x', /only read statements/i],
  ["select pg_notify('x', 'y')", /can’t use the function/],
  ['prepare p as select 1', /only read statements/i],
  ['declare c cursor for select 1', /only read statements/i],
  ['vacuum', /only read statements/i],
  ['explain analyze delete from articles', /only read statements/i],
  ['explain (analyze) insert into tags values (1)', /only read statements/i],
  ["select set_config('statement_timeout', '0', false)", /can’t use the function/],
  ['select pg_sleep(60)', /can’t use the function/],
  ['select pg_catalog.pg_sleep(60)', /can’t use the function/],
  ['select * from pg_sleep_for($$1 hour$$)', /can’t use the function/],
  ['select pg_advisory_lock(7031989)', /can’t use the function/],
  ['select pg_try_advisory_xact_lock(1, 2)', /can’t use the function/],
  ['select lo_create(0)', /can’t use the function/],
  ["select lo_import('/etc/passwd')", /can’t use the function/],
  ["select pg_read_file('/etc/passwd')", /can’t use the function|permission denied/],
  ["select pg_ls_dir('/')", /can’t use the function|permission denied/],
  ['select pg_terminate_backend(pid) from pg_stat_activity', /can’t use the function/],
  ['select pg_cancel_backend(1)', /can’t use the function/],
  ["select query_to_xml('select pg_sleep(60)', true, true, '')", /can’t use the function/],
  ["select pg_logical_emit_message(true, 'a', 'b')", /can’t use the function/],
  ['select pg_reload_conf()', /can’t use the function/],
  ["select nextval('public.users_id_seq')", /can’t use the function/],
  ['select password_hash from public.users', /permission denied/],
  ['select * from public.sessions', /permission denied/],
  ['select * from public.password_links', /permission denied/],
  ['select * from public.workspace_facts', /permission denied/],
  ['select * from public.audit_entries', /permission denied/],
  ['select rolpassword from pg_authid', /permission denied/],
  ['select passwd from pg_shadow', /permission denied/],
  ['select * from pg_statistic', /permission denied/],
  ['select password_hash from users', /does not exist/],
  ["select table_to_xml('public.users', true, true, '')", /can’t use the function|permission denied/],
  ["select current_setting('data_directory')", /permission denied|must be superuser or have/],
]

/** Statements that make a lot from a little, or have the server hold it whole. */
const GROWTH = [
  "select string_agg(repeat('x', 1000), '') from generate_series(1, 900000)",
  "select string_agg('x', '') from generate_series(1, 90000000)",
  "select lpad('x', 1000000000)",
  "select pg_catalog.rpad('x', 1000000000)",
  'select array_agg(n) from generate_series(1, 90000000) n',
  'select array(select n from generate_series(1, 90000000) n)',
  'select xmlagg(xmlelement(name a, n)) from generate_series(1, 9000000) n',
  'select json_agg(n) from generate_series(1, 90000000) n',
  "select format('%1000000000s', 'x')",
  "select length(replace(a, 'x', a)) from (select replace('xxxx', 'x', 'xxxxxxxxxxxxxxxxxxxx') as a) t",
  "with recursive t(v) as (select 'x' union all select v || v from t) select max(length(v)) from t",
  'with recursive t(n) as (select 1 union select n + 1 from t) select count(*) from t',
  "select 'x'::char(10000000)",
  'select 1 where 1 not in (select n from generate_series(1, 90000000) n)',
  'select n from generate_series(1, 90000000) n except select 1',
  `select length(v) from ${Array.from({ length: 12 }).reduce<string>((from) => `(select v || v as v from ${from} t)`, "(select 'x' as v)")} t`,
  `select ${Array.from({ length: 12 }, (_, n) => `count(distinct n + ${n})`).join()} from generate_series(1, 9000000) n`,
]

describe('a statement that could take any amount of memory', () => {
  it.each(GROWTH)('%s is refused where nothing limits the memory', async (statement) => {
    expect(await errorOf(statement)).toContain('queries can’t collect or build large values')
  })

  it('is not one that only joins a few texts, sorts or counts', async () => {
    for (const statement of [
      "select first_name || ' ' || last_name as name, concat(role_id, '-', id) from (select u.*, user_id as id from users u) u",
      "select regexp_replace(url, '^https?://', ''), replace(url, '.', '-') from sites",
      'select role_id, count(distinct user_id), max(last_name), array_to_string(array[1, 2], $$,$$) from users group by 1',
      'select * from keywords where keyword_id in (select keyword_id from article_keywords)',
      'with recursive days(d) as (select current_date union all select d - 1 from days where d > current_date - 3) select d from days',
      "select date_trunc('week', day), sum(keywords) from publisher_days group by 1 union select null, 1",
    ])
      expect([statement, await errorOf(statement)]).toEqual([statement, 'answered'])
  })
})

describe('an attack [S8]', () => {
  it.each(ATTACKS)('%s is refused', async (statement, refusal) => {
    expect(await errorOf(statement)).toMatch(refusal)
  })

  it('is refused by the role itself where nothing reads the statement first', async () => {
    const { pool, url } = api.database
    const box = createSecretBox(await readSecretKeys(api.settings))
    const password = box.derive('database console')
    const address = addressAs(url, await layReader(pool, password), password)
    const { signal } = new AbortController()
    const bounds = { rows: 10, bytes: 100_000 }
    const said = (text: string) =>
      askReader(address, { text, bounds, signal }).then(
        () => 'answered',
        (error: Error) => error.message,
      )
    for (const [statement, refusal] of [
      ['delete from public.articles', /permission denied|read-only/],
      ['delete from console.articles', /permission denied|read-only/],
      ['select 1; select 2', /multiple commands/],
      ['create table public.t (a int)', /permission denied|read-only/],
      ['create temporary table t (a int)', /permission denied|read-only/],
      ['select password_hash from public.users', /permission denied/],
      ["select pg_read_file('/etc/passwd')", /permission denied/],
      ['select pg_advisory_lock(1)', /permission denied/],
      ["select pg_notify('x', 'y')", /permission denied/],
      ['select lo_create(0)', /permission denied|read-only/],
      ["copy (select 1) to program 'id'", /permission denied|must be superuser/],
      ['set role pg_read_all_data', /permission denied/],
    ] as const)
      expect([statement, await said(statement)]).toEqual([statement, expect.stringMatching(refusal)])
  })

  it('leaves nothing behind: no table, no lock, no open transaction', async () => {
    const { pool } = api.database
    const { rows } = await pool.query(
      `select (select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
          where a.usename like 'copydesk_reader%' and a.datname = current_database() and l.locktype = 'advisory') as locks,
        (select count(*)::int from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'copydesk_reader%') as owned,
        (select count(*)::int from articles) as articles, (select count(*)::int from users) as users`,
    )
    expect(rows).toEqual([{ locks: 0, owned: 0, articles: 0, users: 10 }])
  })
})

it('a refused export of a statement that does more than read is in the log, with the reason', async () => {
  const asked = 'select pg_sleep(4123)'
  const { status, body } = await eng.post('/api/query/export', { query: asked, format: 'csv' })
  expect([status, body.message]).toEqual([422, expect.stringContaining('the function pg_sleep')])
  const { rows } = await api.database.pool.query(
    'select user_id, purpose, error from console_attempts where statement = $1',
    [asked],
  )
  expect(rows).toEqual([{ user_id: eng.id, purpose: 'file', error: body.message }])
  expect((await eng.get('/api/query/history')).body[0]).toMatchObject({
    ...{ statement: asked, purpose: 'file', error: body.message },
  })
  const { rows: trail } = await api.database.pool.query(
    "select count(*)::int as entries from audit_entries where act = 'query.asked' and label = $1",
    [asked],
  )
  expect(trail).toEqual([{ entries: 1 }])
})
