import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { type Database, migrationsFolder } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { applyMissing, createMigrationTable, type Migration, readMigrations } from '../migration-record.ts'
import { createBlankDatabase, createTestDatabase } from '../testing.ts'
import { isBaseline, readLegacyMigrations } from './legacy-migrations.ts'

const DATA = "insert into publishers (name, is_ours) values ('Hearthside', true)"

let database: Database
let legacy: Migration[]
let baseline: Migration[]
/** What came after the baseline; installations from before it may have some of these too. */
let later: Migration[]

beforeEach(async () => {
  database = await createBlankDatabase()
  legacy = await readLegacyMigrations()
  const migrations = await readMigrations(migrationsFolder)
  baseline = migrations.filter(isBaseline)
  later = migrations.filter((migration) => !isBaseline(migration))
})
afterEach(() => database.close())

/** Makes the database what a version with these migrations left behind. */
async function install(migrations: Migration[], statement = 'select'): Promise<void> {
  const client = await database.pool.connect()
  await createMigrationTable(client)
  await applyMissing(client, migrations)
  await client.query(statement)
  client.release()
}

/** A queue in the form of the library's version 10, with these jobs: name, state and data. */
const queueOf = (schema: string, jobs: string) => `
  create schema ${schema};
  create table ${schema}.version as select 24 as version;
  create table ${schema}.job (name text, state text, data jsonb);
  insert into ${schema}.job values ${jobs}`

const run = async <Row extends object>({ pool }: Database, sql: string) => (await pool.query<Row>(sql)).rows

const namesOf = (migrations: Migration[]) => migrations.map(({ name }) => name)

const recorded = async (of: Database) =>
  (await run<{ name: string }>(of, 'select name from schema_migrations order by name')).map(
    ({ name }) => name,
  )

/** Everything that the catalog says of tables, columns, constraints, indexes, triggers, functions and sequences. */
const FINGERPRINT = `
  with own as (
    select oid, relname, relkind, relpersistence, reloptions, relacl, relreplident from pg_class
    where relnamespace = 'public'::regnamespace
  )
  select line from (
    select 'relation ' || (to_jsonb(own) - 'oid')::text as line from own
    union all
    select format('column %s %s %s %s %s', relname, row_number() over (partition by relname order by attnum),
      format_type(atttypid, atttypmod), pg_get_expr(adbin, adrelid), (to_jsonb(a) -
      '{attrelid,attnum,atttypid,attcacheoff,atthasmissing,attmissingval}'::text[])::text)
    from own join pg_attribute a on attrelid = own.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select 'index ' || pg_get_indexdef(own.oid) from own where relkind = 'i'
    union all
    select format('trigger %s %s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t join own on own.oid = tgrelid
    where not tgisinternal
    union all
    select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('sequence %s %s', seqrelid::regclass, (to_jsonb(s) - 'seqrelid')::text) from pg_sequence s
    union all
    select format('sequence %s of %s', objid::regclass, pg_describe_object(refclassid, refobjid, refobjsubid))
    from pg_depend join own on objid = own.oid where relkind = 'S' and refclassid = 'pg_class'::regclass
    union all select 'extension ' || extname from pg_extension
  ) f order by line collate "C"`

const schemaOf = async (of: Database) =>
  (await run<{ line: string }>(of, FINGERPRINT)).map(({ line }) => line)

async function expectFreshSchema(of: Database): Promise<void> {
  const fresh = await createTestDatabase()
  try {
    const expected = await schemaOf(fresh)
    expect(expected.length).toBeGreaterThan(2000)
    expect(await schemaOf(of)).toEqual(expected)
  } finally {
    await fresh.close()
  }
}

it('the legacy migrations are those that installations have applied', async () => {
  const hashes = legacy.map(({ name, hash }) => `${name} ${hash}`).join('\n')
  expect(legacy).toHaveLength(61)
  expect(createHash('sha256').update(hashes).digest('hex')).toBe(
    '143f965240e346f44a3518d92ad18d80f60f6f74ea9776cfc6a2e4429466d1d0',
  )
  for (const { sql, hash } of legacy) expect(createHash('sha256').update(sql).digest('hex')).toBe(hash)
})

describe('an installation from before the baseline', () => {
  it.each([
    ['its first migration', 1, 0],
    ['half of its migrations', 30, 0],
    ['all of its migrations', 61, 0],
    ['a later migration too', 61, 1],
  ])('that has %s gets the schema of a new one', async (_, count, laterCount) => {
    await install([...legacy.slice(0, count), ...later.slice(0, laterCount)])
    const missing = [...legacy.slice(count), ...later.slice(laterCount)]
    expect(await migrate(database.pool, migrationsFolder)).toEqual(namesOf(missing))
    expect(await recorded(database)).toEqual(namesOf([...legacy, ...baseline, ...later]))
    await expectFreshSchema(database)
    expect(await migrate(database.pool, migrationsFolder)).toEqual([])
  })

  it('that lacks one from the middle gets it, keeps its rows, and takes later migrations', async () => {
    const missing = '20261125085124_article_events_out.sql'
    await install(
      legacy.filter(({ name }) => name !== missing),
      DATA,
    )
    const folder = await mkdtemp(path.join(os.tmpdir(), 'copydesk-migrations-'))
    await cp(migrationsFolder, folder, { recursive: true })
    await writeFile(path.join(folder, '20261127000200_late.sql'), 'create table late ()')
    expect(await migrate(database.pool, folder)).toEqual([
      missing,
      '20261127000200_late.sql',
      ...namesOf(later),
    ])
    await rm(folder, { recursive: true })
    expect(await run(database, 'select name from publishers')).toEqual([{ name: 'Hearthside' }])
  })

  it('is carried over once by servers that start together, and by the next start after one that failed midway', async () => {
    await install(legacy)
    await database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
      create trigger refuse before insert on schema_migrations for each row
        when (new.name = '${baseline[1]?.name}') execute function refuse()`)
    await expect(migrate(database.pool, migrationsFolder)).rejects.toThrow('killed')
    expect(await recorded(database)).toHaveLength(61)
    await database.pool.query('drop function refuse cascade')
    await Promise.all([1, 2, 3].map(() => migrate(database.pool, migrationsFolder)))
    expect(await recorded(database)).toEqual(namesOf([...legacy, ...baseline, ...later]))
  })

  it.each([
    [
      'a migration that this version does not know',
      "insert into schema_migrations values ('20261126120000_other.sql', 'x')",
      'The database has the migration 20261126120000_other.sql, which this version of Copydesk does not know. Start a version that has it. Nothing was changed.',
    ],
    [
      'a migration that was changed',
      "update schema_migrations set hash = 'x'",
      "The migration 20261121044008_first.sql was changed after it had been applied, so this version cannot rely on the database's schema. Start the version of Copydesk that applied it. Nothing was changed.",
    ],
    ...['jobs', 'jobs_before'].map((schema) => [
      `jobs waiting in an outdated queue, ${schema}`,
      queueOf(schema, "('test.greet', 'active', '{}')"),
      'Unfinished jobs in the queue: 1. This version of Copydesk cannot read them. Start version 0.2.0 once to take them over, then start this version again. Nothing was changed.',
    ]),
  ])('that has %s is refused and stays as it was', async (_, statement, message) => {
    await install(legacy.slice(0, 1), statement)
    const before = [await recorded(database), await schemaOf(database)]
    await expect(migrate(database.pool, migrationsFolder)).rejects.toThrow(message)
    expect([await recorded(database), await schemaOf(database)]).toEqual(before)
  })

  it('waits for a job that a server is just adding to an outdated queue, and is refused then', async () => {
    await install(legacy.slice(0, 1), queueOf('jobs', "('test.greet', 'failed', '{}')"))
    const other = await database.pool.connect()
    await other.query("begin; insert into jobs.job values ('test.greet', 'created', '{}')")
    const migrating = migrate(database.pool, migrationsFolder)
    const refused = expect(migrating).rejects.toThrow('Unfinished jobs in the queue: 1.')
    await expect.poll(() => run(database, 'select from pg_locks where not granted')).toHaveLength(1)
    await other.query('commit')
    other.release()
    await refused
    expect(await run(database, 'select from jobs.job')).toHaveLength(2)
  })

  it.each(['jobs', 'jobs_before'])('loses an outdated queue, %s, once no job waits in it', async (schema) => {
    await install(
      legacy.slice(0, 1),
      queueOf(
        schema,
        "('test.nightly', 'created', null), ('test.greet', 'failed', '{}'), ('__pgboss__send-it', 'active', '{}')",
      ),
    )
    await migrate(database.pool, migrationsFolder)
    expect(await run(database, `select from pg_namespace where nspname = '${schema}'`)).toEqual([])
  })
})

describe('a backup of an installation from before the baseline', () => {
  it.each([
    ['made before it was carried over', 0, false],
    ['that had a later migration too', 1, false],
    ['made after it was carried over', 0, true],
  ])('%s is restored with the schema of a new one', async (_, laterCount, isCarriedOver) => {
    const queue = queueOf('jobs_before', "('test.greet', 'failed', '{}')")
    await install([...legacy, ...later.slice(0, laterCount)], `${DATA}; ${queue}`)
    if (isCarriedOver) await migrate(database.pool, migrationsFolder)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'copydesk-backup-'))
    const file = path.join(folder, 'backup.tar.gz')
    const imagesFolder = path.join(folder, 'images')
    const target = await createBlankDatabase()
    try {
      await backup({ database, imagesFolder, file, now: new Date() })
      await restore({ database: target, imagesFolder, file, migrationsFolder, force: false })
      expect(await recorded(target)).toEqual(namesOf([...legacy, ...baseline, ...later]))
      expect(await run(target, 'select name from publishers')).toEqual([{ name: 'Hearthside' }])
      await expectFreshSchema(target)
    } finally {
      await target.close()
      await rm(folder, { recursive: true })
    }
  })
})
