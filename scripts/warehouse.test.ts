import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScript } from '#server/testing/run-script.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-warehouse-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (...args: string[]) => runScript('warehouse.ts', args, { folder, databaseUrl: null })

test('npm run warehouse -- tables prints the statements that create the tables in ClickHouse, where repeated rows collapse', async () => {
  const { code, said } = await run('tables')
  expect(code).toBe(0)
  for (const table of ['copydesk_posts', 'copydesk_earnings', 'copydesk_availability'])
    expect(said).toContain(`CREATE TABLE IF NOT EXISTS copydesk.${table} (`)
  expect(said.match(/ENGINE = ReplacingMergeTree\(/g)).toHaveLength(3)
})

test('npm run warehouse -- copy without a warehouse, or with another command, explains the error in one line', async () => {
  expect(await run('copy')).toEqual({
    code: 1,
    said: 'CLICKHOUSE_URL is not set: there is no warehouse to copy to.',
  })
  const { code, said } = await run('move')
  expect([code, said]).toEqual([1, expect.stringContaining('There is no such command. Usage:')])
})
