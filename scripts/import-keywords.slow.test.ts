import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { runScript } from '#server/testing/run-script.ts'

let database: Database
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-import-'))
})
afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const { code, said } = await runScript('import.ts', args, { folder, databaseUrl: database.url })
  return { code, said: said.replaceAll(`${folder}/`, '') }
}
const put = (name: string, content: string | Buffer) => fs.writeFileSync(path.join(folder, name), content)
const words = async () =>
  (await database.pool.query('select keyword from keywords order by keyword')).rows.map(
    ({ keyword }) => keyword,
  )

it('keywords are imported from a file, small or compressed, and once from repeated files', async () => {
  put('words.csv', 'Keyword,Tags\nGarden Hose,x\n garden  hose,y\nkettle,\n')
  expect(await run('keywords', 'words.csv')).toEqual({ code: 0, said: '2 added, 1 repeated, 0 refused.' })
  put('words.csv.gz', gzipSync('keyword\nkettle\nfan\n'))
  expect((await run('keywords', 'words.csv.gz')).said).toBe('1 added, 1 repeated, 0 refused.')
  expect(await words()).toEqual(['Garden Hose', 'fan', 'kettle'])
  expect(fs.readdirSync(folder).sort()).toEqual(['words.csv', 'words.csv.gz'])
})

it('refused rows go into a separate file that can be corrected and imported', async () => {
  const long = `"long", ${'x'.repeat(300)}`
  put('words.csv', `keyword\nfine\n"${long.replaceAll('"', '""')}"\nbell\x07\n`)
  expect(await run('keywords', 'words.csv')).toEqual({
    code: 2,
    said: [
      '1 added, 0 repeated, 2 refused.',
      '  1 refused: The keyword is longer than 255 characters.',
      '  1 refused: The keyword contains control characters.',
      'The refused rows are in words.csv.refused.csv.',
    ].join('\n'),
  })
  const refused = path.join(folder, 'words.csv.refused.csv')
  expect(fs.readFileSync(refused, 'utf8')).toBe(
    `Line,Why,keyword\n3,The keyword is longer than 255 characters.,"${long.replaceAll('"', '""')}"\n4,The keyword contains control characters.,bell\x07\n`,
  )
  fs.writeFileSync(refused, fs.readFileSync(refused, 'utf8').replaceAll('x', '').replaceAll('\x07', ''))
  expect((await run('keywords', 'words.csv.refused.csv')).said).toBe('2 added, 0 repeated, 0 refused.')
})

it('tags and tracking are imported with a keyword', async () => {
  put(
    'words.csv',
    'Site,Keyword,Tags,Tracked\n,lamp,"Garden, sale",no\nNowhere,fan,"a, b",yes\n,rug,\'=x,soon\n',
  )
  expect((await run('keywords', 'words.csv')).said).toContain('1 added, 0 repeated, 2 refused.')
  const { rows } = await database.pool.query(
    'select keyword, is_tracked, array(select tag from tags where tag_id = any(tag_ids) order by 1) as tags from keywords',
  )
  expect(rows).toEqual([{ keyword: 'lamp', is_tracked: false, tags: ['garden', 'sale'] }])
})

it('an export is recognized; for any other file the operator names the column of the keywords', async () => {
  const planner = ['Keyword Stats', 'March 2026', 'Keyword\tCurrency\tAvg. monthly searches', 'hose\tUSD\t90']
  put('planner.csv', Buffer.from(`\ufeff${planner.join('\r\n')}`, 'utf16le'))
  expect(await run('keywords', 'planner.csv', '--tags', 'Garden; sale')).toEqual({
    code: 0,
    said: [
      '1 added, 0 repeated, 0 refused.',
      'Left out: line 1, “Keyword Stats”: above the table.',
      'Left out: line 2, “March 2026”: above the table.',
    ].join('\n'),
  })
  put('list.csv', 'phrase;volume\nkettle;90\nfan;80\n')
  expect(await run('keywords', 'list.csv')).toEqual({
    code: 1,
    said: 'It’s unclear which column has the keywords. The columns are: 1 “phrase”, 2 “volume”. Name it with --keyword-column.',
  })
  expect((await run('keywords', 'list.csv', '--keyword-column', 'phrase', '--heading', 'yes')).said).toBe(
    '2 added, 0 repeated, 0 refused.',
  )
  expect((await run('keywords', 'list.csv', '--separator', 'colon')).said).toMatch(/^--separator: /)
  expect((await run('keywords', 'list.csv', '--add-keywords')).said).toMatch(
    /^Unknown option '--add-keywords'/,
  )
  const { rows } = await database.pool.query(
    `select keyword, array(select tag from tags where tag_id = any(tag_ids) order by 1) as tags
     from keywords order by keyword`,
  )
  expect(rows).toEqual([
    { keyword: 'fan', tags: [] },
    { keyword: 'hose', tags: ['garden', 'sale'] },
    { keyword: 'kettle', tags: [] },
  ])
})

it('a file or command that does not exist is reported in one line, and nothing is imported', async () => {
  put('latin.csv', Buffer.from(`keyword\nbell\x07\n${'plain\n'.repeat(30_000)}café`, 'latin1'))
  put('half.csv.gz', gzipSync('keyword\nkettle\n').subarray(0, 20))
  const refusals: [string[], string][] = [
    [['keywords', 'latin.csv'], 'or is not text in UTF-8. Nothing was imported.'],
    [['keywords', 'half.csv.gz'], 'It is compressed with gzip and incomplete.'],
    [['keywords', 'none.csv'], 'Cannot read the file none.csv.'],
    [['keywords'], 'Usage:'],
    [['keywords', 'a', 'b'], 'Usage:'],
    [['constructor', 'a'], 'Usage:'],
    [[], 'Usage:'],
    [['keywords', '--fast', 'a'], "Unknown option '--fast'"],
  ]
  for (const [args, line] of refusals) {
    const { code, said } = await run(...args)
    expect([code, said.split('\n')[0]], args.join(' ')).toEqual([1, expect.stringContaining(line)])
    expect(said).not.toContain('    at ')
  }
  expect(await words()).toEqual([])
  expect(fs.readdirSync(folder).sort()).toEqual(['half.csv.gz', 'latin.csv'])
})
