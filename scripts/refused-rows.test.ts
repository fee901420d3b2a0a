import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRefusals } from './refused-rows.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'refused-rows-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a refused row is never a spreadsheet formula, however it starts [S12]', () => {
  const refusals = createRefusals(path.join(folder, 'words.csv'), [])
  refusals.onTable({ header: ['keyword'], separator: ',' })
  const texts = ['=1+1', '@SUM(A1)', '＝1', "''=1", 'plain, "quoted"']
  for (const [line, text] of texts.entries()) refusals.add({ line, why: 'Wrong', cells: {}, all: [text] })
  refusals.end(true)
  const { data } = Papa.parse<string[]>(readFileSync(refusals.target, 'utf8'), { skipEmptyLines: true })
  expect(data.map((cells) => cells[2])).toEqual([
    'keyword',
    "'=1+1",
    "'@SUM(A1)",
    "'＝1",
    "''=1",
    'plain, "quoted"',
  ])
})

it.each([
  [';', 'Line;Why;Site;Title', '2;Wrong;hs;Pots, pans;more'],
  ['\t', 'Line\tWhy\tSite\tTitle', '2\tWrong\ths\tPots, pans\tmore'],
])('refused rows have the header and the separator of their file: %j', (separator, header, row) => {
  const refusals = createRefusals(path.join(folder, 'words.csv'), [])
  refusals.onTable({ header: ['Site', 'Title'], separator })
  refusals.add({ line: 2, why: 'Wrong', cells: {}, all: ['hs', 'Pots, pans', 'more'] })
  refusals.end(true)
  expect(readFileSync(refusals.target, 'utf8').split('\n').slice(0, 2)).toEqual([header, row])
})

it('lines of JSON get the columns of their import, and the other keys of the first refused line', () => {
  const refusals = createRefusals(path.join(folder, 'posts.ndjson'), ['Site', 'Post_ID'])
  refusals.onTable({ header: null, separator: ',' })
  refusals.add({ line: 1, why: 'Wrong', cells: { post_id: 7, colour: { red: 1 } } })
  refusals.add({ line: 2, why: 'No object', cells: {}, all: ['[1]'] })
  refusals.end(true)
  expect(readFileSync(refusals.target, 'utf8')).toBe(
    'Line,Why,Site,Post_ID,colour\n1,Wrong,,7,"{""red"":1}"\n2,No object,,,,[1]\n',
  )
})
