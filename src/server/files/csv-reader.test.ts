import { expect, it } from 'vitest'
import { namesOf, readCells } from './csv-reader.ts'

async function* inPieces(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size)
}

async function cellsOf(text: string, size: number) {
  const rows: string[][] = []
  for await (const some of readCells(inPieces(text, size))) rows.push(...some)
  return rows
}

const ROWS = [
  ['site', 'title'],
  ['hs', 'Best "quiet" Kettles, and others'],
  ['ok', 'over\ntwo lines'],
  ['', ''],
  ['hs', 'one', 'too many'],
  ['last'],
]
const quoted = (cell: string) => (/["\n,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

it.each([
  ['commas', ',', '\n'],
  ['semicolons', ';', '\r\n'],
  ['tabs', '\t', '\n'],
])(
  'a table parted by %s has the same cells however its text is cut on its way',
  async (_name, delimiter, end) => {
    const text = ROWS.map((cells) => cells.map(quoted).join(delimiter)).join(end)
    // What parts cells and rows shows in the first piece.
    for (const size of [30, 31, 32, 47, text.length]) expect(await cellsOf(text, size)).toEqual(ROWS)
    expect((await cellsOf(`${text}${end}`, 40)).at(-1)).toEqual(['last'])
  },
)

it('a quote that is never closed takes the rest of the file for its cell', async () => {
  const text = `site,title\nhs,"${'word '.repeat(2000)}`
  expect(await cellsOf(text, 100)).toEqual([
    ['site', 'title'],
    ['hs', 'word '.repeat(2000)],
  ])
})

it('a file without text has no rows', async () => {
  expect(await cellsOf('', 10)).toEqual([])
})

it('names of columns are read without blanks and capitals, and those that come again are numbered', () => {
  expect(namesOf([' Site', 'DAY', 'day', 'day_1', 'Day '])).toEqual([
    'site',
    'day',
    'day_2',
    'day_1',
    'day_3',
  ])
})
