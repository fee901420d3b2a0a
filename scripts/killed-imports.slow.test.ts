import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { buildSite } from '#server/testing/builders.ts'
import { runScript, startScript } from '#server/testing/run-script.ts'
import { until } from '#server/testing/until.ts'

let database: Database
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-killed-'))
  await buildSite(database.db, { code: 'hs', displayName: 'Hearthside' })
})
afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const run = (kind: string) =>
  runScript('import.ts', [kind, `${kind}.csv`], { folder, databaseUrl: database.url })
const put = (kind: string, content: string) => fs.writeFileSync(path.join(folder, `${kind}.csv`), content)
const rowsOf = async (text: string) => (await database.pool.query(text)).rows

const COUNTS = {
  content: 'select count(*)::int as count from content_posts',
  earnings: 'select count(*)::int as count from content_earnings',
}
/** Whether an import is under way: some of its posts are written, or its lines are being read. */
const UNDER_WAY = {
  content: 'select from content_posts limit 1',
  earnings: "select from pg_locks where locktype = 'advisory' and granted",
}

it.each(['content', 'earnings'] as const)(
  'a killed import of %s can be run again, and imports no row twice',
  async (kind) => {
    const posts = Array.from({ length: 20_000 }, (_, post) => `hs,${post},Post ${post}`)
    const earnings = posts.map((_, post) => `hs,${post},2026-11-16,1`)
    put('content', ['site,post_id,title', ...posts, ''].join('\n'))
    put('earnings', ['site,post_id,week,earnings', ...earnings, ''].join('\n'))
    if (kind === 'earnings') await run('content')
    const { child, ended } = startScript('import.ts', [kind, `${kind}.csv`], {
      folder,
      databaseUrl: database.url,
    })
    await until(async () => (await rowsOf(UNDER_WAY[kind])).length > 0)
    child.kill('SIGKILL')
    expect((await ended).code).toBeNull()
    expect((await rowsOf(COUNTS[kind]))[0].count).toBeLessThan(20_000)
    expect((await run(kind)).code).toBe(0)
    expect(await rowsOf(COUNTS[kind])).toEqual([{ count: 20_000 }])
  },
)
