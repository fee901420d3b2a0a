import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type Database } from '../connect.ts'
import { jobSchema } from '../job-schemas.ts'
import { migrate } from '../migrate.ts'
import { createBlankDatabase } from '../testing.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const schema = `
  create extension if not exists pg_trgm;
  create table writer (
    id int generated always as identity primary key, name text not null unique,
    editor_id int references writer, favourite_id bigint);
  create table piece (
    id bigserial primary key, writer_id int not null references writer, day date, words numeric(12, 4),
    tags text[], body jsonb, picture bytea, title text,
    slug text generated always as (lower(title)) stored, changes int not null default 0);
  alter table writer add foreign key (favourite_id) references piece;
  create index on piece using gin (title gin_trgm_ops);
  create function count_change() returns trigger language plpgsql as
    $$ begin new.changes := new.changes + 1; return new; end $$;
  create trigger count_change before insert or update on piece for each row execute function count_change();
  create schema warehouse;
  create table warehouse.visit (day date not null, visits int not null) partition by range (day);
  create table warehouse.visit_2026 partition of warehouse.visit for values from ('2026-01-01') to ('2027-01-01');
  insert into writer (name) values ('made by the migration');`

const contents = (pieces: number) => `
  insert into writer (name, editor_id) select 'writer ' || n, 1 from generate_series(2, 50) n;
  insert into piece (writer_id, day, words, tags, body, picture, title)
    select 1 + n % 50, date '2026-01-01' + n % 300, n / 7.0, array['a,b', null, '"' || n], jsonb_build_object('n', n),
      decode(md5(n::text), 'hex'), case when n % 5 > 0 then E'Tab\\t and \\\\ line\\n ä 漢 ' || repeat('x', 100) || n end
    from generate_series(1, ${pieces}) n;
  update writer set favourite_id = id;
  insert into warehouse.visit select date '2026-01-01' + n % 300, n from generate_series(1, 1000) n;
  delete from piece where id = ${pieces}`

let folder: string
let migrationsFolder: string
let imagesFolder: string
let file: string
let source: Database
let target: Database

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-backup-'))
  migrationsFolder = path.join(folder, 'migrations')
  imagesFolder = path.join(folder, 'images')
  file = path.join(folder, 'backup.tar.gz')
  fs.mkdirSync(migrationsFolder)
  fs.writeFileSync(path.join(migrationsFolder, '001_first.sql'), schema)
  fs.mkdirSync(path.join(imagesFolder, 'ab'), { recursive: true })
  fs.writeFileSync(path.join(imagesFolder, 'ab', 'large.jpg'), Buffer.alloc(300_000, 'image'))
  fs.writeFileSync(path.join(imagesFolder, 'empty.png'), '')
  source = await createBlankDatabase()
  target = await createBlankDatabase()
  await migrate(source.pool, migrationsFolder)
})

afterEach(async () => {
  await source.close()
  await target.close()
  fs.rmSync(folder, { recursive: true })
})

const takeBackup = () =>
  backup({ database: source, imagesFolder, file, now: new Date('2026-11-21T08:00:00Z') })

const restoreTo = (database: Database, { force = false, images = path.join(folder, 'restored') } = {}) =>
  restore({ database, imagesFolder: images, file, migrationsFolder, force })

describe('a backup', { timeout: 60_000 }, () => {
  it('brings back every table, sequence and image [R12]', async () => {
    await source.pool.query(contents(25_000))
    const manifest = await takeBackup()
    await restoreTo(target)
    const before = await digestTables(source)
    expect(before).toHaveProperty('public.piece', expect.objectContaining({ rows: 24_999 }))
    expect(manifest.tables.find(({ name }) => name === 'piece')?.rows).toBe(24_999)
    expect(await digestTables(target)).toEqual(before)
    expect(await nextPiece(target)).toBe(await nextPiece(source))
    expect(digestFolder(path.join(folder, 'restored'))).toEqual(digestFolder(imagesFolder))
    await expect(target.pool.query('update piece set writer_id = 0')).rejects.toThrow('foreign key')
  })

  it('leaves the queue of the database that it replaces to a running server, but none of the work that waits there', async () => {
    await takeBackup()
    const boss = await startQueue(target)
    await boss.createQueue('mail', { policy: 'short' })
    await boss.schedule('mail', '0 3 * * *')
    await boss.send('mail', { to: 'a reader' })
    await restoreTo(target)
    expect(await boss.fetch('mail')).toEqual([])
    expect(await boss.getSchedules()).toEqual([expect.objectContaining({ cron: '0 3 * * *' })])
    const job = await boss.send('mail', { to: 'another reader' })
    expect(await boss.fetch('mail')).toEqual([expect.objectContaining({ id: job })])
    await boss.stop({ graceful: false })
  })

  it('contains nothing of the job queue, which a server creates again after a restore', async () => {
    const boss = await startQueue(source)
    await boss.createQueue('mail')
    await boss.send('mail', { to: 'a reader' })
    await boss.stop({ graceful: false })
    const manifest = await takeBackup()
    expect(manifest.tables.filter(({ schema }) => schema === jobSchema)).toEqual([])
    await restoreTo(target)
    const restored = await startQueue(target)
    await restored.createQueue('mail')
    expect(await restored.fetch('mail')).toEqual([])
    await restored.stop({ graceful: false })
  })

  it('brings back no session and no password link', async () => {
    await source.pool.query(
      `create table sessions (token_hash text); create table password_links (token_hash text);
       insert into sessions values ('ended since'); insert into password_links values ('used since')`,
    )
    fs.writeFileSync(
      path.join(migrationsFolder, '002_people.sql'),
      'create table if not exists sessions (token_hash text); create table if not exists password_links (token_hash text)',
    )
    await migrate(source.pool, migrationsFolder)
    const manifest = await takeBackup()
    expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'sessions', rows: 1 }))
    await restoreTo(target)
    const counts = 'select (select count(*) from sessions) + (select count(*) from password_links) as count'
    expect((await target.pool.query(counts)).rows).toEqual([{ count: 0 }])
  })

  it('leaves out uploads under way, and does not mind files that come and go', async () => {
    fs.writeFileSync(path.join(imagesFolder, 'ab', '.new.jpg.12.34'), 'half an ima')
    const passing = Array.from({ length: 20 }, (_, number) =>
      path.join(imagesFolder, `passing-${number}.jpg`),
    )
    let isWriting = true
    const comeAndGo = async () => {
      while (isWriting) {
        await Promise.all(
          passing.map((name) => writeFile(name, Buffer.alloc(Math.ceil(Math.random() * 9000)))),
        )
        await Promise.all(passing.map((name) => rm(name)))
      }
    }
    const writing = comeAndGo()
    try {
      for (let round = 0; round < 4; round++) await takeBackup()
    } finally {
      isWriting = false
      await writing
    }
    const { images } = await takeBackup()
    expect(images.map((image) => image.path)).toEqual(['ab/large.jpg', 'empty.png'])
  })

  it('and its restore take the time they need, beyond the limit of calls', async () => {
    await source.pool.query(contents(25_000))
    const [hurried, hurriedTarget] = [hurry(source), hurry(target)]
    await expect(hurried.pool.query('select pg_sleep(10)')).rejects.toThrow('statement timeout')
    try {
      await backup({ database: hurried, imagesFolder, file, now: new Date() })
      await restoreTo(hurriedTarget)
    } finally {
      await Promise.all([hurried.close(), hurriedTarget.close()])
    }
    expect(await digestTables(target)).toEqual(await digestTables(source))
  })

  it('of a database without Copydesk is refused in one line', async () => {
    await expect(backup({ database: target, imagesFolder, file, now: new Date() })).rejects.toThrow(
      'The database has no Copydesk workspace yet, so there is nothing to back up.',
    )
    expect(fs.existsSync(file)).toBe(false)
  })

  it('onto a folder is refused in one line, before anything is read', async () => {
    await expect(backup({ database: source, imagesFolder, file: folder, now: new Date() })).rejects.toThrow(
      'is a folder. Please name the file to write.',
    )
  })

  it('shows one moment, with any number of writes meanwhile [R12]', async () => {
    await source.pool.query(contents(3000))
    let transfers = 0
    let isWriting = true
    const transfer = async () => {
      for (; isWriting; transfers++) {
        // One statement each: at any moment both sums are equal.
        await source.pool.query(
          `with visit as (insert into warehouse.visit values ('2026-05-05', 1))
           update piece set words = words + 1 where id = 1`,
        )
      }
    }
    const writers = [transfer(), transfer()]
    await takeBackup().finally(() => {
      isWriting = false
    })
    await Promise.all(writers)
    await restoreTo(target)
    const sums = 'select (select words from piece where id = 1) - count(*) as difference from warehouse.visit'
    expect(transfers).toBeGreaterThan(5)
    expect((await target.pool.query(sums)).rows).toEqual([{ difference: String(1 / 7 - 1000).slice(0, 9) }])
  })

  it('of an older version is migrated', async () => {
    await source.pool.query(contents(3000))
    await takeBackup()
    fs.writeFileSync(
      path.join(migrationsFolder, '002_second.sql'),
      'alter table piece add column length int; update piece set length = length(title)',
    )
    await migrate(target.pool, migrationsFolder)
    await restoreTo(target, { force: true })
    const { rows } = await target.pool.query('select count(*) from piece where length = length(title)')
    expect(rows).toEqual([{ count: 2400 }])
  })
})

describe('a restore', { timeout: 60_000 }, () => {
  it('replaces existing data only with the option for it, images too', async () => {
    await takeBackup()
    await migrate(target.pool, migrationsFolder)
    await target.pool.query("insert into writer (name) values ('newer')")
    const images = path.join(folder, 'restored')
    fs.mkdirSync(images)
    fs.writeFileSync(path.join(images, 'newer.jpg'), 'newer')
    const before = await digestTables(target)
    await expect(restoreTo(target)).rejects.toThrow(
      `The database already contains data. To replace all of it: npm run restore -- ${file} --force`,
    )
    expect(await digestTables(target)).toEqual(before)
    expect(fs.readdirSync(images)).toEqual(['newer.jpg'])
    await restoreTo(target, { force: true })
    expect(await digestTables(target)).toEqual(await digestTables(source))
    expect(digestFolder(images)).toEqual(digestFolder(imagesFolder))
  })

  const damages: [string, (archive: Buffer) => Buffer][] = [
    ['cut in the middle', (archive) => archive.subarray(0, archive.length / 2)],
    ['without its last byte', (archive) => archive.subarray(0, -1)],
    ['with a changed byte', (archive) => archive.with(archive.length / 3, 1) as Buffer],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('not an archive')],
  ]

  it.each(damages)('refuses an archive that is %s, and changes nothing [R12]', async (_, damage) => {
    await source.pool.query(contents(3000))
    await takeBackup()
    fs.writeFileSync(file, damage(fs.readFileSync(file)))
    const before = await digestTables(source)
    const images = digestFolder(imagesFolder)
    const restoring = restoreTo(source, { force: true, images: imagesFolder })
    await expect(restoring).rejects.toThrow(
      /backup\.tar\.gz is not a complete Copydesk backup .* Nothing was changed\.$/,
    )
    expect(await digestTables(source)).toEqual(before)
    expect(digestFolder(imagesFolder)).toEqual(images)
  })

  it('refuses a backup of a version that it does not know', async () => {
    fs.writeFileSync(path.join(migrationsFolder, '002_newer.sql'), 'create table newer ()')
    await migrate(source.pool, migrationsFolder)
    await takeBackup()
    fs.rmSync(path.join(migrationsFolder, '002_newer.sql'))
    await expect(restoreTo(target)).rejects.toThrow('another version of Copydesk (migration 002_newer.sql)')
  })

  it('that fails midway changes nothing', async () => {
    await source.pool.query('create table unknown_to_migrations as select 1 as id')
    await takeBackup()
    const before = await digestTables(source)
    await expect(restoreTo(source, { force: true })).rejects.toThrow(
      'The restore failed: relation "public.unknown_to_migrations" does not exist. Nothing was changed.',
    )
    expect(await digestTables(source)).toEqual(before)
  })

  it('refuses a file that is not there', async () => {
    await expect(restoreTo(target)).rejects.toThrow(/cannot be read \(ENOENT\)/)
  })
})

type Digests = Record<string, { rows: number; md5: string }>

/** Rows and checksum of every table, read independently of the code under test. */
async function digestTables({ pool }: Database): Promise<Digests> {
  const tables = await pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'schema_migrations' order by 1`,
  )
  const digests: Digests = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ rows: number; md5: string }>(
      `select count(*) as rows, md5(string_agg(t::text, chr(10) order by t::text)) as md5 from ${name} t`,
    )
    if (rows[0]) digests[name] = rows[0]
  }
  return digests
}

function digestFolder(place: string): Record<string, string> {
  const files = fs.readdirSync(place, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    files
      .filter((name) => fs.statSync(path.join(place, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(fs.readFileSync(path.join(place, name)))
          .digest('hex'),
      ]),
  )
}

/** Connections to the same database on which no statement may last. */
function hurry({ url }: Database): Database {
  const database = connectDatabase(url)
  database.pool.on('connect', (client) => {
    void client.query("set statement_timeout = '30ms'; set idle_in_transaction_session_timeout = '30ms'")
  })
  return database
}

async function nextPiece({ pool }: Database): Promise<unknown> {
  return (await pool.query('insert into piece (writer_id) values (1) returning id')).rows[0]?.id
}

async function startQueue({ pool }: Database): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
  })
  await boss.start()
  return boss
}
