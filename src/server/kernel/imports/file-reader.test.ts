import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBytes } from './file-reader.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-reader-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: Uint8Array | string) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

it('a gzip file is read as its text, under any name', async () => {
  expect(await text(readBytes(put('plain.csv', 'keyword\nkettle\n')))).toBe('keyword\nkettle\n')
  for (const name of ['packed.csv', 'packed.csv.gz'])
    expect(await text(readBytes(put(name, gzipSync('keyword\nkettle\n'))))).toBe('keyword\nkettle\n')
})

it('a truncated gzip file fails for the reader, however late it begins', async () => {
  const half = put('half.csv.gz', gzipSync('keyword\nkettle\n').subarray(0, 20))
  for (let turns = 0; turns < 30; turns++) {
    const content = readBytes(half)
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    await expect(text(content), `after ${turns} turns`).rejects.toThrow(
      'It is compressed with gzip and incomplete.',
    )
  }
})

it('a file that does not exist is named', async () => {
  await expect(text(readBytes(path.join(folder, 'none.csv')))).rejects.toThrow(
    `Cannot read the file ${folder}/none.csv.`,
  )
})
