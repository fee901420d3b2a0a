import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { createBlankDatabase } from './testing.ts'

let database: Database
let folder: string

beforeEach(async () => {
  database = await createBlankDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'copydesk-migrations-'))
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)

async function tableNames(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map((row) => row.name)
}

describe('migrations', () => {
  it('apply once, in the order of their names', async () => {
    await write('002_rows.sql', 'insert into a values (2)')
    await write(
      '001_table.sql',
      'create table a (id int);--> statement-breakpoint\ninsert into a values (1);',
    )
    expect(await migrate(database.pool, folder)).toEqual(['001_table.sql', '002_rows.sql'])
    expect(await migrate(database.pool, folder)).toEqual([])
    expect((await database.pool.query('select id from a order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('apply also when they are older than the newest applied one', async () => {
    await write('002_b.sql', 'create table b ()')
    await migrate(database.pool, folder)
    await write('001_a.sql', 'create table a ()')
    expect(await migrate(database.pool, folder)).toEqual(['001_a.sql'])
    expect(await tableNames()).toEqual(['a', 'b', 'schema_migrations'])
  })

  it('apply once when several servers start together [R13]', async () => {
    await write('001_a.sql', 'create table a (id int); insert into a values (1)')
    await write('002_b.sql', 'insert into a values (2)')
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.pool, folder)))
    expect(runs.flat().sort()).toEqual(['001_a.sql', '002_b.sql'])
    expect((await database.pool.query('select count(*) from a')).rows).toEqual([{ count: 2 }])
  })

  it('leave nothing of one that fails, and keep those before it', async () => {
    await write('001_a.sql', 'create table a ()')
    await write('002_b.sql', 'create table b (); select 1 / 0')
    await expect(migrate(database.pool, folder)).rejects.toThrow(
      /^The migration 002_b\.sql failed: division by zero\. .*Start the previous version.* npm run restore -- FILE --force$/,
    )
    expect(await tableNames()).toEqual(['a', 'schema_migrations'])
    await write('002_b.sql', 'create table b ()')
    expect(await migrate(database.pool, folder)).toEqual(['002_b.sql'])
  })

  it('are refused when an applied one was changed, but not for its line ends', async () => {
    await write('001_a.sql', 'create table a ();\n')
    await migrate(database.pool, folder)
    await write('001_a.sql', 'create table a ();\r\n')
    expect(await migrate(database.pool, folder)).toEqual([])
    await write('001_a.sql', 'create table a (id int);\n')
    await expect(migrate(database.pool, folder)).rejects.toThrow('001_a.sql was changed')
  })
})
