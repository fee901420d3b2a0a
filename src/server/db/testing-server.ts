import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase, migrationsFolder } from './connect.ts'
import { migrate } from './migrate.ts'
import { chooseServerAccount } from './postgres/account.ts'
import { locateEmbeddedBinaries, type PostgresBinaries } from './postgres/binaries.ts'
import { type Cluster, createCluster } from './postgres/cluster.ts'
import { removeSocketFolder, socketFolder } from './postgres/folders.ts'
import { connectWhenReady, launchPostmaster, socketUrl } from './postgres/postmaster.ts'

const template = 'copydesk_template'
const appTemplate = 'copydesk_app_template'

// Nothing in a test's database outlives the run, so it need not reach the disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  timezone: 'UTC',
}

/**
 * Vitest's global set-up: one PostgreSQL server for the whole run and one migrated template in it, if the server's
 * tests are among those asked for. The server is the embedded one, or the machine's own with TEST_POSTGRES=system.
 */
export default async function startTestServer(project: TestProject) {
  if (!project.vitest.projects.some(({ name }) => name.startsWith('server'))) return
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-test-'))
  fs.chmodSync(folder, 0o755)
  const directory = path.join(folder, 'postgres')
  const account = chooseServerAccount(directory)
  const isSystem = process.env.TEST_POSTGRES === 'system'
  const binaries = isSystem ? locateSystemBinaries() : locateEmbeddedBinaries(account)
  const cluster: Cluster = { directory, account, binaries }
  await createCluster(cluster, { durable: false })
  const socketDir = socketFolder(account)
  const logFile = path.join(folder, 'postgres.log')
  const postmaster = launchPostmaster(cluster, { socketDir, logFile, settings, diesWithParent: true })
  const stop = async () => {
    postmaster.kill('SIGQUIT')
    await postmaster.exited
    removeSocketFolder(socketDir)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  try {
    const adminUrl = socketUrl(socketDir, 'postgres')
    const client = await connectWhenReady(postmaster, adminUrl)
    if (!client) throw new Error(`The test server did not start:\n${fs.readFileSync(logFile, 'utf8')}`)
    await client.query(`create database ${template}`)
    await client.end()
    await migrateTemplate(socketUrl(socketDir, template))
    project.provide('postgres', { adminUrl, template, appTemplate })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function migrateTemplate(url: string): Promise<void> {
  const database = connectDatabase(url)
  await migrate(database.pool, migrationsFolder)
  // A database can only be copied while nobody is connected to it.
  await database.close()
}

/** The newest server of the machine; client packages bring such folders too, but no server in them. */
function locateSystemBinaries(): PostgresBinaries {
  const parent = '/usr/lib/postgresql'
  const binOf = (version: number) => path.join(parent, String(version), 'bin')
  const versions = fs.existsSync(parent) ? fs.readdirSync(parent).map(Number).filter(Boolean) : []
  const installed = versions.filter((version) => fs.existsSync(path.join(binOf(version), 'postgres')))
  if (installed.length === 0) throw new Error(`TEST_POSTGRES=system needs Debian's PostgreSQL in ${parent}.`)
  const major = Math.max(...installed)
  return { bin: binOf(major), major }
}
