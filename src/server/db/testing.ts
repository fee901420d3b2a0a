import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from './connect.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that `testing-server.ts` started for this run. */
    postgres: { adminUrl: string; template: string; appTemplate: string }
    /** Chooses the random inputs of tests: 0, unless `npm run test:orders` shuffles. */
    seed: number
  }
}

/** A migrated, empty database of its own for one test file; closing it removes it. */
export async function createTestDatabase(): Promise<Database> {
  return createDatabase(inject('postgres').template)
}

/** The same, on which the app has started before, with the people and the site of `startApi`. */
export async function createAppDatabase(): Promise<Database> {
  return createDatabase(inject('postgres').appTemplate)
}

/** A database without any table, for tests of the migrations themselves. */
export async function createBlankDatabase(): Promise<Database> {
  return createDatabase('template0')
}

async function createDatabase(template: string): Promise<Database> {
  const { adminUrl } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files costs half of what writing each page into a log does.
  await administer(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const database = connectDatabase(adminUrl.replace('/postgres?', `/${name}?`))
  const close = async () => {
    await database.close()
    await administer(adminUrl, `drop database if exists ${name} with (force)`)
  }
  return { ...database, close }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
