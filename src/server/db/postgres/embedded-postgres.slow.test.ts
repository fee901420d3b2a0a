import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readOfProcess } from '../../testing/process-file.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { connectDatabase } from '../connect.ts'
import { chooseServerAccount } from './account.ts'
import { locateEmbeddedBinaries } from './binaries.ts'
import { DatabaseStartError, startEmbeddedPostgres } from './embedded-postgres.ts'
import { removeSocketFolder, socketFolder } from './folders.ts'
import { connectWhenReady, launchPostmaster, socketUrl } from './postmaster.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 6)
/** Where a database was made, and has run, once: making one takes longer than most tests here. */
let made: string
let dataDir: string

beforeAll(async () => {
  made = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-embedded-'))
  await (await start(made)).stop()
})

afterAll(() => fs.rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-embedded-'))
})

afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const start = (folder = dataDir, join = false) =>
  startEmbeddedPostgres({ dataDir: folder, log: () => {}, join })

/** For tests of later starts: the database has run in the data folder before. */
const hasRun = () => execFileSync('cp', ['-a', path.join(made, 'postgres'), dataDir])

describe('the embedded database', { timeout: 60_000 }, () => {
  it('keeps the data from one start to the next', async () => {
    const first = await start()
    await query(first.url, "create table note as select 'ä' as text")
    await first.stop()
    const second = await start()
    const rows = await query(second.url, "select text, current_setting('fsync') as fsync from note")
    await second.stop()
    expect(rows).toEqual([{ text: 'ä', fsync: 'on' }])
  })

  it('works in a data folder whose path is longer than a socket’s may be', async () => {
    const deep = path.join(dataDir, 'a-folder-name-of-forty-characters-xxxxxx/'.repeat(4))
    const server = await start(deep)
    const rows = await query(server.url, "select current_setting('server_encoding') as encoding")
    await server.stop()
    expect(deep.length).toBeGreaterThan(150)
    expect(rows).toEqual([{ encoding: 'UTF8' }])
  })

  it('has its socket in the data folder, and only its owner may enter', async () => {
    const server = await start()
    const directory = path.join(dataDir, 'postgres')
    expect(new URL(server.url).searchParams.get('host')).toBe(directory)
    expect(fs.statSync(path.join(directory, '.s.PGSQL.5432')).isSocket()).toBe(true)
    expect(fs.statSync(directory).mode & 0o077).toBe(0)
    await server.stop()
    expect(fs.readdirSync(directory).filter((name) => name.startsWith('.s.'))).toEqual([])
  })

  it('starts although a killed server left its socket, and another program has its number', async () => {
    hasRun()
    const directory = path.join(dataDir, 'postgres')
    const { uid, gid } = fs.statSync(directory)
    // Of the same account: PostgreSQL does not mind processes of others, nor its own parent.
    const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
    await once(other, 'spawn')
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = path.join(directory, name)
      fs.writeFileSync(file, `${other.pid}\n${directory}\n1\n5432\n.\n`)
      fs.chownSync(file, uid, gid)
    }
    const server = await start().finally(() => other.kill())
    expect(await query(server.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await server.stop()
  })

  it('keeps the log of the starts before, for it may say why this one was needed', async () => {
    const log = path.join(dataDir, 'postgres.log')
    hasRun()
    await (await start()).stop()
    fs.appendFileSync(log, 'PANIC: the disk is gone\n')
    await (await start()).stop()
    const text = fs.readFileSync(log, 'utf8')
    expect(text.match(/ready to accept connections/g)).toHaveLength(2)
    expect(text).toContain('PANIC: the disk is gone')
    fs.writeFileSync(log, 'x'.repeat(6 * 1024 * 1024))
    await (await start()).stop()
    expect(fs.statSync(`${log}.1`).size).toBe(6 * 1024 * 1024)
    expect(fs.readFileSync(log, 'utf8').match(/ready to accept connections/g)).toHaveLength(1)
  })

  it('is refused to a second process, which may join it instead', async () => {
    hasRun()
    const owner = await start()
    await expect(start()).rejects.toThrow(
      `Copydesk is already running on the data folder ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
    )
    const guest = await start(dataDir, true)
    expect(guest.url).toBe(owner.url)
    await guest.stop()
    expect(await query(owner.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await owner.stop()
  })

  it('is created once when two first starts meet', async () => {
    const outcomes = await Promise.allSettled([start(), start()])
    const [winner, ...others] = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(others).toEqual([])
    expect(refusals.map((refusal) => String(refusal.reason))).toEqual([
      expect.stringContaining('Copydesk is already running on the data folder'),
    ])
    await winner?.value.stop()
    expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  it('is left to the process that has just started it and has not claimed it yet', async () => {
    hasRun()
    const { postmaster, owner, socketDir } = await startUnclaimed()
    const visits = async () => {
      const { rows } = await owner.query<{ count: number }>(
        "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
      return Number(rows[0]?.count)
    }
    const second = start().catch((error: Error) => error.message)
    await vi.waitFor(async () => expect(await visits()).toBeGreaterThan(0), { timeout: 20_000, interval: 1 })
    await owner.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.ownDatabase])
    expect(await second).toContain('Copydesk is already running on the data folder')
    await owner.end()
    postmaster.kill('SIGINT')
    await postmaster.exited
    removeSocketFolder(socketDir)
  })

  it('says in one line that the data folder cannot be written', async () => {
    const file = path.join(dataDir, 'file')
    fs.writeFileSync(file, '')
    const starting = start(path.join(file, 'data'))
    await expect(starting).rejects.toThrow(DatabaseStartError)
    await expect(starting).rejects.toThrow(
      /^The data folder .*\/file\/data is not writable \(ENOTDIR\)\. Make it .*$/,
    )
  })

  it('says in one line why the server does not start', async () => {
    hasRun()
    fs.appendFileSync(path.join(dataDir, 'postgres.log'), 'FATAL: why an earlier start failed\n')
    fs.appendFileSync(path.join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = on\n')
    await expect(start()).rejects.toThrow(/^The database in .* could not be started: .*postgresql\.conf.*$/)
  })

  it.runIf(process.platform === 'linux')(
    'starts when another program has the number of the old server',
    async () => {
      hasRun()
      const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
      const first = await start()
      const content = fs.readFileSync(pidFile, 'utf8')
      await first.stop()
      fs.writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)))
      const { uid, gid } = fs.statSync(path.join(dataDir, 'postgres'))
      fs.chownSync(pidFile, uid, gid)
      const second = await start()
      expect(await query(second.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
      await second.stop()
    },
  )
})

describe('a killed process [R4]', { timeout: 60_000 }, () => {
  it(`loses no acknowledged row, killed ${rounds} times`, { timeout: 20_000 * rounds }, async () => {
    hasRun()
    const acknowledged = new Set<number>()
    for (let round = 0; round < rounds; round++) {
      const writer = startWriter()
      await writer.whenWritten(50 + 20 * round)
      const everything = round % 2 === 1
      kill(writer.child, everything)
      await writer.ended
      for (const row of writer.rows()) acknowledged.add(row)
    }
    const server = await start()
    const found = await query(server.url, 'select id from acknowledged')
    await server.stop()
    const stored = new Set(found.map((row) => row.id))
    expect(acknowledged.size).toBeGreaterThan(50 * rounds)
    expect([...acknowledged].filter((row) => !stored.has(row))).toEqual([])
  })

  it('with Ctrl-C ends in order, the database last', async () => {
    hasRun()
    const writer = startWriter()
    await writer.whenWritten(20)
    // The terminal sends the signal to the whole foreground group.
    process.kill(-(writer.child.pid ?? 0), 'SIGINT')
    await writer.ended
    expect(writer.lines.at(-1)).toBe('stopped in order')
    expect(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })
})

describe('a first start', { timeout: 60_000 }, () => {
  it.each(['postgres.new-', 'postgres.log'])(
    'interrupted when there is %s leaves nothing behind',
    async (sign) => {
      const namesLike = (start: string) => fs.readdirSync(dataDir).filter((name) => name.startsWith(start))
      const writer = startWriter()
      await vi.waitFor(() => expect(namesLike(sign)).not.toEqual([]), { timeout: 20_000, interval: 5 })
      writer.child.kill('SIGTERM')
      await writer.ended
      expect(namesLike('postgres.new-')).toEqual([])
      // The server is stopping, which may take a moment.
      const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
      await vi.waitFor(() => expect(fs.existsSync(pidFile)).toBe(false), { timeout: 20_000 })
      await (await start()).stop()
    },
  )
})

/** A server as it is in the moment between its start and its starter's claim. */
async function startUnclaimed() {
  const directory = path.join(dataDir, 'postgres')
  const account = chooseServerAccount(directory)
  const cluster = { directory, account, binaries: locateEmbeddedBinaries(account) }
  const socketDir = socketFolder(account)
  const logFile = path.join(dataDir, 'postgres.log')
  const postmaster = launchPostmaster(cluster, { socketDir, logFile, settings: {} })
  const owner = await connectWhenReady(postmaster, socketUrl(socketDir, 'postgres'))
  if (!owner) throw new Error(fs.readFileSync(logFile, 'utf8'))
  return { postmaster, owner, socketDir }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const database = connectDatabase(url)
  try {
    return (await database.pool.query(sql)).rows
  } finally {
    await database.close()
  }
}

function startWriter() {
  const script = path.join(import.meta.dirname, 'testing-writer.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const rows = () => lines.filter((line) => line.startsWith('row ')).map((line) => Number(line.slice(4)))
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')])
  const whenWritten = async (count: number) => {
    const enough = Promise.withResolvers<void>()
    reader.on('line', () => rows().length >= count && enough.resolve())
    reader.on('close', () => enough.reject(new Error(`The writer ended early:\n${lines.join('\n')}`)))
    await enough.promise
  }
  return { child, lines, rows, ended, whenWritten }
}

/** kill -9 of the Node process alone, or of the server and all of its back ends too. */
function kill(child: ChildProcess, everything: boolean): void {
  const victims = [child.pid ?? 0]
  if (everything) {
    const postmaster = Number.parseInt(
      fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    )
    victims.push(postmaster, ...childrenOf(postmaster))
  }
  for (const pid of victims) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A back end may have left in the meantime.
    }
  }
}

function childrenOf(pid: number): number[] {
  const list = readOfProcess(pid, `task/${pid}/children`) ?? ''
  return list.split(' ').filter(Boolean).map(Number)
}
