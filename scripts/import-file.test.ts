import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRefusals, readImportFile } from './import-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'import-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: Uint8Array | string) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

it('a packed file is read as the text it was', async () => {
  expect(await text(readImportFile(put('plain.csv', 'keyword\nkettle\n')))).toBe('keyword\nkettle\n')
  expect(await text(readImportFile(put('packed.csv', gzipSync('keyword\nkettle\n'))))).toBe(
    'keyword\nkettle\n',
  )
})

it('a packed file that is cut is told to whoever reads it, however late they begin', async () => {
  const half = put('half.csv.gz', gzipSync('keyword\nkettle\n').subarray(0, 20))
  for (let turns = 0; turns < 30; turns++) {
    const content = readImportFile(half)
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    await expect(text(content), `after ${turns} turns`).rejects.toThrow(
      'The file is compressed with gzip, but is not whole.',
    )
  }
})

it('a refused row is no formula of a spreadsheet, however it begins [S12]', () => {
  const refusals = createRefusals(path.join(folder, 'words.csv'), ['keyword', 'line'])
  const texts = ['=1+1', '@SUM(A1)', '＝1', "'=1", 'plain, "quoted"']
  for (const [line, text] of texts.entries()) refusals.add([text, line])
  refusals.end(true)
  const { data } = Papa.parse<string[]>(readFileSync(refusals.target, 'utf8'), { skipEmptyLines: true })
  expect(data.map(([cell]) => cell)).toEqual([
    'keyword',
    "'=1+1",
    "'@SUM(A1)",
    "'＝1",
    "''=1",
    'plain, "quoted"',
  ])
})
