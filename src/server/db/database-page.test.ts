import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from './testing.ts'
import { pageOf, readAreas } from './testing-page.ts'
import { describeTables } from './testing-schema.ts'
import { readKeys, readProcedures, readTriggers, writesOf } from './testing-triggers.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const PAGE = join(DOCS, 'database.md')
const tables = await describeTables()

it('every table says in a docstring what it holds', () => {
  expect(tables.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([])
})

it('every table is in the README of exactly one area', () => {
  const listed = readAreas().flatMap((area) => area.tables)
  expect(listed.sort()).toEqual(tables.map(({ name }) => name).sort())
})

// `npx vitest run database-page -u` writes the page again.
it('the page of the database says what each table of the schema holds, and who maintains it', async () => {
  const { db, close } = await createTestDatabase()
  try {
    const [keys, triggers, procedures] = [
      await readKeys(db),
      await readTriggers(db),
      await readProcedures(db),
    ]
    const page = pageOf({
      areas: readAreas(),
      tables,
      keys,
      triggers: triggers.map((trigger) => ({ ...trigger, writes: writesOf(trigger, procedures) })),
    })
    await expect(page).toMatchFileSnapshot(PAGE)
  } finally {
    await close()
  }
})

it('the functions of the database are written down as they are after all migrations', async () => {
  const { db, close } = await createTestDatabase()
  try {
    const procedures = await readProcedures(db)
    const head =
      '-- Functions of the database after all migrations. Written by `npx vitest run database-page -u`.\n'
    const file = [head, ...procedures.map(({ definition }) => `${definition.trimEnd()};\n`)].join('\n')
    await expect(file).toMatchFileSnapshot(join(DOCS, 'database-functions.sql'))
  } finally {
    await close()
  }
})
