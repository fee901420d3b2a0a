import { expect, it } from 'vitest'
import type { BoardTask } from '../../../integrations/task-board/port.ts'
import { cellsToWrite, columnsOf, deedOf, linesOf, type SheetColumns } from './sheet-reader.ts'

const columns = (heading: string[]): SheetColumns => {
  const found = columnsOf(heading)
  if (typeof found === 'string') throw new Error(found)
  return found
}
const task = (gid: string): BoardTask => ({
  gid,
  name: '',
  notes: '',
  url: `https://board.example/${gid}`,
  boardGid: '1',
  section: 'Requested',
  sectionGid: '2',
  isCompleted: false,
  priority: null,
  modifiedAt: new Date(0),
})
const addressOf = ({ url }: BoardTask) => url
const broken = (name: string, cell: string) =>
  `${name} is “${cell}”, a spreadsheet error. The row is skipped until the cell has a value.`

it('finds columns by name in any order and case, and adds its own if they are missing', () => {
  expect(columns(['Link', ' NOTES ', 'keyword'])).toEqual({
    title: 2,
    titleName: 'keyword',
    notes: 1,
    section: null,
    task: 3,
    status: 4,
    link: 0,
    added: [
      { row: 0, column: 3, value: 'Task' },
      { row: 0, column: 4, value: 'Status' },
    ],
  })
  expect(columnsOf(undefined)).toMatch(/has no column/)
})

it('writes to the row where the title is now, and only cells that differ', () => {
  const heading = ['Title', 'Task', 'Status', 'Link']
  const before = [heading, ['One'], ['Two'], ['Gone']]
  const { lines } = linesOf(before, columns(heading))
  const tasked = lines.map((line, index) => ({ line, task: task(String(index + 1)) }))
  const now = [
    heading,
    ['New'],
    ['two', '2', 'Requested', 'https://board.example/2'],
    ['One', '', 'Requested'],
  ]
  expect(cellsToWrite(now, columns(heading), tasked, addressOf)).toEqual({
    cells: [
      { row: 3, column: 1, value: '1' },
      { row: 3, column: 3, value: 'https://board.example/1' },
    ],
    faults: [{ row: 4, message: '“Gone” was removed from the sheet in the meantime.' }],
  })
})

it('reports and skips a row with a spreadsheet error, and keeps its title reserved', () => {
  const rows = [
    ['Keyword', 'Notes', 'Section', 'Task', 'Status'],
    ['#N/A', '', '', '7'],
    ['#n/a'],
    ['Kettles', '#BEZUG!'],
    ['kettles'],
    ['Pans', '', 'Loading…'],
    ['Irons', '', '', '#ERROR!'],
    ['#1 vacuum', '', '', '', '#REF!'],
  ]
  const { lines, faults } = linesOf(rows, columns(rows[0] ?? []))
  expect(lines.map(({ title }) => title)).toEqual(['#1 vacuum'])
  expect(faults).toEqual([
    { row: 2, message: broken('Keyword', '#N/A') },
    { row: 3, message: broken('Keyword', '#n/a') },
    { row: 4, message: broken('Notes', '#BEZUG!') },
    { row: 5, message: '“kettles” is already in row 4.' },
    { row: 6, message: broken('Section', 'Loading…') },
    { row: 7, message: broken('Task', '#ERROR!') },
  ])
})

it('treats titles that look alike as one, even with hidden characters', () => {
  const rows = [['Title'], ['Caf\u00e9 kettles'], ['cafe\u0301  kettles'], ['\u200eCaf\u00e9 kett\u00adles']]
  const { lines, faults } = linesOf(rows, columns(rows[0] ?? []))
  expect([lines.map(({ row }) => row), faults.map(({ row }) => row)]).toEqual([[1], [3, 4]])
})

it('keeps a title for the row that has its task, even if a copy without one sorts first', () => {
  const rows = [
    ['Title', 'Task'],
    ['best  KETTLES'],
    ['Best Kettles', '71'],
    ['Best Kettles', '72'],
    ['Best Pans'],
  ]
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new Error(columns)
  const { lines, faults } = linesOf(rows, columns)
  expect(lines.map(({ row, gid }) => [row, gid])).toEqual([
    [2, '71'],
    [4, null],
  ])
  expect(faults).toEqual([
    { row: 2, message: '“best  KETTLES” is already in row 3.' },
    { row: 4, message: '“Best Kettles” is already in row 3.' },
  ])
})

it('refuses the title of a task whose own row shows a spreadsheet error instead of it', () => {
  const rows = [['Title', 'Task'], ['#REF!', '7'], ['#REF!', '8'], ['kettles'], ['Pans']]
  const { lines, untitled } = linesOf(rows, columns(rows[0] ?? []))
  const course = {
    known: new Map([
      ['7', { ...task('7'), name: 'Kettles' }],
      ['8', { ...task('8'), name: 'Pans' }],
    ]),
    own: new Set(['7']),
    sections: ['Requested'],
    untitled,
  }
  expect(lines.map((line) => deedOf(line, course))).toEqual([
    {
      deed: 'refuse',
      message: '“kettles” is the task of row 2, whose title is a spreadsheet error.',
    },
    { deed: 'create', section: 'Requested' },
  ])
})

it('reports a cell that became a spreadsheet error before the write, and leaves it alone', () => {
  const heading = ['Title', 'Task', 'Status', 'Link']
  const before = [heading, ['One'], ['Two'], ['Three']]
  const { lines } = linesOf(before, columns(heading))
  const tasked = lines.map((line, index) => ({ line, task: task(String(index + 1)) }))
  const now = [heading, ['#REF!'], ['Two', '#N/A', 'Requested'], ['Three', '3', 'Requested', '#NAME?']]
  expect(cellsToWrite(now, columns(heading), tasked, addressOf)).toEqual({
    cells: [{ row: 2, column: 3, value: 'https://board.example/2' }],
    faults: [
      { row: 2, message: broken('Title', '#REF!') },
      { row: 3, message: broken('Task', '#N/A') },
      { row: 4, message: broken('Link', '#NAME?') },
    ],
  })
})

it('refuses a heading with a spreadsheet error, because its own column would be added twice', () => {
  expect(columnsOf(['Title', '', '#REF!'])).toBe(
    'Cell C1 contains a spreadsheet error (#REF!). Sync again once it has a value.',
  )
})
