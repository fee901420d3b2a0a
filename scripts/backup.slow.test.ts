import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { WRONG_SETTINGS } from '#server/settings/settings.ts'
import { runScript } from '#server/testing/run-script.ts'

let database: Database
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-archives-'))
  fs.mkdirSync(path.join(folder, 'images'))
  fs.writeFileSync(path.join(folder, 'images', 'one.png'), 'picture')
  await database.pool.query(
    `insert into users (username, first_name, last_name, role_id)
     values ('ann@desk.example', E'Ann\\nof two lines', 'Lee', 'adm'), ('bo@desk.example', 'Bo', 'Ho', 'qa')`,
  )
})
afterEach(async () => {
  await database.close()
  for (const disk of disks.splice(0)) execFileSync('umount', [disk])
  fs.rmSync(folder, { recursive: true })
})

const run = (file: string, ...args: string[]) => runScript(file, args, { folder, databaseUrl: database.url })
const take = (...args: string[]) => run('backup.ts', ...args)

it('a backup without options goes into the data folder, is verified, and lists what it leaves out', async () => {
  const { code, said } = await take()
  const [name = ''] = fs.readdirSync(path.join(folder, 'backups'))
  expect(name).toMatch(/^copydesk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz$/)
  const [line, key] = said.split('\n')
  expect([code, line]).toEqual([
    0,
    expect.stringMatching(/: 276 rows of \d+ tables, 1 images, 0\.0 MB, read back and complete$/),
  ])
  expect(key).toBe(
    `Not included: the key that encrypts secrets in the database (${path.join(folder, 'secret.key')}). Keep a copy of it somewhere else.`,
  )
})

it('an archive lists its content, and a damaged or truncated archive is reported', async () => {
  await take('one.tar.gz')
  const file = path.join(folder, 'one.tar.gz')
  const whole = await take('verify', 'one.tar.gz')
  expect(whole.code).toBe(0)
  expect(whole.said).toMatch(/one\.tar\.gz: complete, created at 20.*Z: 276 rows of \d+ tables, 1 images/)
  expect(whole.said.split('\n')).toContain('           2  users')
  const bytes = fs.readFileSync(file)
  fs.writeFileSync(file, bytes.subarray(0, bytes.length - 20))
  expect(await take('verify', 'one.tar.gz')).toEqual({
    code: 1,
    said: `${file} is not a complete Copydesk backup (format 1): it is truncated, damaged or not an archive. Nothing was changed.`,
  })
  expect((await take('verify')).said).toContain('Which archive?')
})

it('only the newest archives are kept on request, and files with other names stay', async () => {
  const archives = path.join(folder, 'archives')
  fs.mkdirSync(archives)
  const old = ['copydesk-2026-01-01T00-00-00.tar.gz', 'copydesk-2026-01-02T00-00-00.tar.gz']
  const draft = 'copydesk-2026-01-01T00-00-00.tar.gz.99.partial'
  for (const name of [...old, 'mine.tar.gz', draft]) fs.writeFileSync(path.join(archives, name), 'old')
  fs.utimesSync(path.join(archives, draft), 0, 0)
  const { code, said } = await take('archives', '--keep', '2')
  expect([code, said.split('\n').at(-1)]).toEqual([0, `Removed ${old[0]}`])
  const left = fs.readdirSync(archives)
  expect(left).toHaveLength(3)
  expect(left).toEqual(expect.arrayContaining([old[1], 'mine.tar.gz']))
})

it('invalid arguments are refused in one line, and nothing is written', async () => {
  const refusals: [string[], string][] = [
    [['one.tar.gz', '--keep', '2'], '--keep only deletes archives that this command has named'],
    [['--keep', '0'], '--keep needs a number of archives, at least 1.'],
    [['a', 'b'], 'Only one file can be named.'],
  ]
  for (const [args, line] of refusals) {
    const { code, said } = await take(...args)
    expect([code, said.split('\n')[0]], args.join(' ')).toEqual([1, expect.stringContaining(line)])
  }
  expect(fs.readdirSync(folder)).toEqual(['images'])
})

it('a restore that cannot write its images says so in one line before it changes anything', async () => {
  await take('one.tar.gz')
  fs.rmSync(path.join(folder, 'images'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'images'), 'a file where the folder should be')
  const { code, said } = await run('restore.ts', 'one.tar.gz', '--force')
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^The folder of images .*\/images is not writable \(EEXIST\)\. .* Nothing was changed\.$/,
    ),
  ])
})

/** Mounted by a test. */
const disks: string[] = []

/** A folder on a disk of its own, of `kilobytes`; null where this machine lets nobody mount one. */
function mountDisk(name: string, kilobytes: number) {
  const place = path.join(folder, name)
  fs.mkdirSync(place)
  const mount = (...options: string[]) => execFileSync('mount', [...options, place], { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs')
  } catch {
    return null
  }
  disks.push(place)
  return { place, makeReadOnly: () => mount('-o', 'remount,ro') }
}

it('a backup without enough disk space says so in one line, and administrators are notified once', async ({
  skip,
}) => {
  const disk = mountDisk('small', 16)
  if (disk === null) return skip('Nobody may mount a disk here.')
  await database.pool.query("update users set password_hash = 'x'")
  fs.writeFileSync(path.join(folder, 'images', 'two.png'), randomBytes(200_000))
  const file = path.join(disk.place, 'one.tar.gz')
  const said = `The backup cannot be written to ${file}: the disk is full (ENOSPC).`
  for (let time = 0; time < 2; time += 1) expect(await take('small/one.tar.gz')).toEqual({ code: 1, said })
  expect(fs.readdirSync(disk.place)).toEqual([])
  const { rows } = await database.pool.query(
    'select u.username, n.kind, n.words from notices n join users u on u.id = n.user_id',
  )
  expect(rows).toEqual([{ username: 'ann@desk.example', kind: 'backup-failed', words: said }])
  disk.makeReadOnly()
  expect(await take('small/one.tar.gz')).toEqual({
    code: 1,
    said: `The backup cannot be written to ${file}: the disk is read-only (EROFS).`,
  })
  expect(await take('small/new/one.tar.gz')).toEqual({
    code: 1,
    said: `The backup cannot be written to ${disk.place}/new/one.tar.gz: the disk is read-only (EROFS).`,
  })
})

it('a restore without room for its images fails in one line, and changes nothing', async ({ skip }) => {
  fs.writeFileSync(path.join(folder, 'images', 'two.png'), randomBytes(200_000))
  expect((await take('one.tar.gz')).code).toBe(0)
  fs.rmSync(path.join(folder, 'images'), { recursive: true })
  if (mountDisk('images', 64) === null) return skip('Nobody may mount a disk here.')
  const { code, said } = await run('restore.ts', 'one.tar.gz', '--force')
  expect([code, said]).toEqual([1, 'The restore failed: the disk is full (ENOSPC). Nothing was changed.'])
})

it('a command with invalid settings ends with the server’s exit code for them', async () => {
  const settings = { SESSION_HOURS: '99' }
  expect(await runScript('backup.ts', [], { folder, databaseUrl: database.url, settings })).toEqual({
    code: WRONG_SETTINGS,
    said: 'SESSION_HOURS is not usable: expected a number of hours, at most 12.',
  })
})

it('a backup without a workspace says so, and creates no archive', async () => {
  const empty = path.join(folder, 'empty')
  fs.mkdirSync(empty)
  expect(await runScript('backup.ts', [], { folder: empty, databaseUrl: null })).toEqual({
    code: 1,
    said: 'There is no workspace here yet. Start it once with: npm start -- --empty',
  })
  expect(fs.readdirSync(empty)).toEqual([])
})
