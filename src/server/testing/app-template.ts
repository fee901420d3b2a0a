import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createApp } from '../app.ts'
import { connectDatabase } from '../db/connect.ts'
import { readSettings } from '../settings/settings.ts'
import { buildPeople } from './people.ts'

/**
 * Vitest's global set-up, after the server's: the app starts once on the template for its own databases, because
 * a queue per job takes a new database longer than everything else; the people of `startApi` are there already.
 */
export async function setup(project: TestProject): Promise<void> {
  const { postgres } = project.getProvidedContext()
  if (!postgres) return
  const { adminUrl, template, appTemplate } = postgres
  const admin = connectDatabase(adminUrl)
  await admin.pool.query(`create database ${appTemplate} template ${template}`)
  await admin.close()
  const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-test-'))
  const database = connectDatabase(adminUrl.replace('/postgres?', `/${appTemplate}?`))
  const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const app = await createApp({ settings, database })
  await app.queue.start(app.jobs, { work: false })
  await app.server.close()
  await app.queue.stop()
  await buildPeople(database.db)
  // A database can only be copied while nobody is connected to it.
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
