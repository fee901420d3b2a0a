import { expect, it } from 'vitest'
import type { BoardTask } from '../../integrations/task-board/port.ts'
import { cellsToWrite, columnsOf, linesOf, type SheetColumns } from './sheet-reader.ts'

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

it('columns are found by their names, whatever their order and case; ours are added where they are missing', () => {
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
  expect(columnsOf(undefined)).toMatch(/names no column/)
})

it('what is written goes to the row where its title stands by now, and only what is other than before', () => {
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
    faults: [{ row: 4, message: '“Gone” was taken out of the sheet meanwhile.' }],
  })
})
