import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { switchLetterKeys } from './input/letter-keys.ts'
import type { TableColumn, TableQuery, TableSort } from './list/column.ts'

interface Row {
  id: number
  name: string
}

const user = userEvent.setup()
const ROWS: Row[] = [1, 2, 3].map((id) => ({ id, name: `Row ${id}` }))
const DONE: TableQuery = { isPending: false, isFetching: false, error: null, refetch: vi.fn() }

afterEach(() => vi.restoreAllMocks())

const COLUMNS: TableColumn<Row>[] = [
  { key: 'name', title: 'Name', sortable: true, required: true, render: ({ name }) => name },
  { key: 'id', title: 'Number', numeric: true, render: ({ id }) => id },
]

type Given = Partial<Parameters<typeof DataTable<Row>>[0]>

function Rows(given: Given) {
  return (
    <DataTable<Row>
      name="rows"
      label="Rows"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ id }) => id}
      query={DONE}
      failTitle="Rows could not be searched."
      empty={{ text: 'No rows yet.', action: <button type="button">Add a row</button> }}
      {...given}
    />
  )
}

function Ticked({ seen }: { seen: unknown[] }) {
  const [keys, setKeys] = useState<readonly (string | number)[]>([])
  const onChange = (next: readonly (string | number)[]) => {
    seen.push(next)
    setKeys(next)
  }
  return <Rows selection={{ keys, onChange, nameOf: ({ name }) => name }} />
}

function Sorted({ seen }: { seen: (TableSort | undefined)[] }) {
  const [sort, setSort] = useState<TableSort>()
  const onSort = (next: TableSort | undefined) => {
    seen.push(next)
    setSort(next)
  }
  return <Rows sort={sort} onSort={onSort} />
}

it('a column without a visible title has one for screen readers', () => {
  render(<Rows columns={[...COLUMNS, { key: 'picture', title: '', render: () => null }]} />)
  for (const head of screen.getAllByRole('columnheader')) expect(head).not.toHaveTextContent(/^$/)
})

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

describe('a table', () => {
  it('shows a skeleton on its first load, with cells on a phone placed like those of the rows', () => {
    const columns = COLUMNS.map((column) =>
      column.key === 'name' ? { ...column, place: 'name' as const } : column,
    )
    const placesIn = (cells: Iterable<Element>) => [...cells].map((cell) => cell.getAttribute('data-place'))
    const { unmount } = render(
      <Rows columns={columns} rows={undefined} query={{ ...DONE, isPending: true, isFetching: true }} />,
    )
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    const awaited = placesIn(document.querySelectorAll('tbody tr:first-child > td'))
    unmount()
    render(<Rows columns={columns} />)
    expect(awaited).toEqual(placesIn(rowOf('Row 1').querySelectorAll('td')))
    expect(awaited).toContain('name')
  })

  it('draws no more skeleton rows than a window shows, and takes the height of a whole page', () => {
    const page = { current: 1, size: 1000, total: 1000, onChange: vi.fn() }
    const first = { ...DONE, isPending: true, isFetching: true }
    render(<Rows rows={undefined} query={first} page={page} rowHeight={50} />)
    const drawn = document.querySelectorAll('tbody tr').length
    const below = Number.parseFloat(document.querySelector<HTMLElement>('.skeleton-rest')?.style.height ?? '')
    expect(drawn * 50).toBeGreaterThanOrEqual(window.innerHeight)
    expect(drawn * 50).toBeLessThan(window.innerHeight + 50)
    expect(drawn * 50 + below).toBe(1000 * 50)
  })

  it('keeps its shape while it loads: column widths, row height and count, and space for the pager', () => {
    const size = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    size.mockReturnValue(new DOMRect(0, 0, 90, 52))
    const first = { ...DONE, isPending: true, isFetching: true }
    const waiting = (total: number) => {
      const page = { current: 1, size: 20, total, onChange: vi.fn() }
      render(<Rows name="shaped" page={page} isWhole />).unmount()
      const { unmount } = render(
        <Rows name="shaped" rows={undefined} query={first} page={{ ...page, total: 0 }} />,
      )
      const box = document.querySelector('.table-box')
      const awaited = {
        widths: [...document.querySelectorAll<HTMLElement>('thead th')].map((head) => head.style.width),
        rowHeight: document
          .querySelector<HTMLElement>('.table-scroll')
          ?.style.getPropertyValue('--row-height'),
        rows: document.querySelectorAll('tbody tr').length,
        below: [...(box?.children ?? [])].slice(1).map((place) => place.getAttribute('style')),
      }
      unmount()
      return awaited
    }
    const shape = { widths: ['90px', '90px'], rowHeight: '52px' }
    const shown = Math.ceil(window.innerHeight / 52)
    expect(waiting(41)).toEqual({ ...shape, rows: Math.min(20, shown), below: ['height: 52px;'] })
    expect(waiting(3)).toEqual({ ...shape, rows: 3, below: [] })
  })

  it('takes its loading shape from no other list, nor from columns that it does not show', () => {
    const size = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    size.mockReturnValue(new DOMRect(0, 0, 90, 52))
    render(<Rows name="seen" />).unmount()
    const first = { ...DONE, isPending: true, isFetching: true }
    const { rerender } = render(<Rows name="none" rows={[]} />)
    const widths = (given: Given) => {
      rerender(<Rows name="seen" rows={undefined} query={first} {...given} />)
      return [...document.querySelectorAll<HTMLElement>('thead th')].map((head) => head.style.width)
    }
    const others = COLUMNS.map((column) => (column.key === 'id' ? { ...column, key: 'serial' } : column))
    expect(widths({})).toEqual(['90px', '90px'])
    expect(widths({ name: 'unseen' })).toEqual(['', ''])
    expect(widths({ columns: others })).toEqual(['', ''])
    expect(widths({ columns: [...COLUMNS].reverse() })).toEqual(['', ''])
  })

  it('keeps its rows while it reads again', () => {
    render(<Rows query={{ ...DONE, isFetching: true }} />)
    expect(screen.getByRole('progressbar', { name: 'Refreshing' })).toBeInTheDocument()
    expect(screen.getByText('Row 2')).toBeVisible()
  })

  it('says what belongs here and offers the next step when it is empty', () => {
    render(<Rows rows={[]} />)
    expect(screen.getByText('No rows yet.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add a row' })).toBeVisible()
  })

  it('shows title and message of a failure, and tries again on request', async () => {
    const refetch = vi.fn()
    render(<Rows rows={undefined} query={{ ...DONE, error: new Error('The list is locked'), refetch }} />)
    expect(screen.getByText('Rows could not be searched.')).toBeVisible()
    expect(screen.getByText('The list is locked')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('reports above the old rows that newer ones could not be read, and tries again on request', async () => {
    const refetch = vi.fn()
    render(<Rows query={{ ...DONE, error: new Error('The list is locked'), refetch }} />)
    expect(screen.getByRole('alert')).toHaveTextContent('Rows could not be searched.')
    expect(screen.getByRole('alert')).toHaveTextContent('The list is locked')
    expect(rowOf('Row 1')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('opens its column picker by a double click as by a single one, and closes it at the next click', async () => {
    render(<Rows />)
    const columns = screen.getByRole('button', { name: 'Columns' })
    await user.dblClick(columns)
    expect(await screen.findByRole('checkbox', { name: 'Number' })).toBeInTheDocument()
    await user.click(columns)
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Number' })).toBeNull())
  })

  it('leaves sorting to the owner of the address', async () => {
    const seen: (TableSort | undefined)[] = []
    render(<Sorted seen={seen} />)
    for (let click = 0; click < 3; click++)
      await user.click(screen.getByRole('columnheader', { name: /Name/ }))
    expect(seen).toEqual([{ key: 'name', order: 'asc' }, { key: 'name', order: 'desc' }, undefined])
  })

  it('leaves paging to the owner of the address', async () => {
    const onChange = vi.fn()
    render(<Rows page={{ current: 2, size: 3, total: 9, onChange }} />)
    expect(screen.getByText('4–6 of 9')).toBeVisible()
    await user.click(screen.getByTitle('3'))
    expect(onChange.mock.calls[0]?.[0]).toBe(3)
  })

  it('is navigated with the arrow keys and opened with Enter', async () => {
    const onOpen = vi.fn()
    render(<Rows onOpen={onOpen} />)
    const stops = () => ROWS.map(({ name }) => rowOf(name).tabIndex)
    expect(stops()).toEqual([0, -1, -1])
    rowOf('Row 1').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(rowOf('Row 3')).toHaveFocus()
    expect(stops()).toEqual([-1, -1, 0])
    await user.keyboard('{Home}{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[0])
  })

  it('is navigated with J and K as well, unless single-letter shortcuts are off', async () => {
    render(<Rows onOpen={vi.fn()} />)
    rowOf('Row 1').focus()
    await user.keyboard('jjk')
    expect(rowOf('Row 2')).toHaveFocus()
    switchLetterKeys(false)
    await user.keyboard('j')
    expect(rowOf('Row 2')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(rowOf('Row 3')).toHaveFocus()
  })

  it('selects the focused row with Space, the rows in between with Shift and a click, and the next one with Shift and an arrow', async () => {
    const seen: unknown[] = []
    render(<Ticked seen={seen} />)
    rowOf('Row 1').focus()
    await user.keyboard(' ')
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Row 3' }))
    await user.keyboard('{/Shift}')
    expect(seen).toEqual([[1], [1, 2, 3]])
    rowOf('Row 3').focus()
    await user.keyboard(' ')
    await user.keyboard('{Shift>}{ArrowLeft}{ArrowRight}{/Shift}')
    expect(seen).toHaveLength(3)
    await user.keyboard('{Home}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(rowOf('Row 3')).toHaveFocus()
    expect(seen.slice(2)).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
  })

  it('expands the focused row with Enter if rows have details', async () => {
    const onChange = vi.fn()
    render(<Rows expand={{ render: ({ name }) => `About ${name}`, keys: [2], onChange }} />)
    expect(screen.getByText('About Row 2')).toBeVisible()
    rowOf('Row 1').focus()
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledWith([2, 1])
  })

  it('opens a row at a click anywhere but on its controls', async () => {
    const onOpen = vi.fn()
    const onPress = vi.fn()
    const pressed: TableColumn<Row> = {
      key: 'press',
      title: 'Press',
      render: ({ name }) => (
        <button type="button" onClick={onPress}>
          Press {name}
        </button>
      ),
    }
    const selection = { keys: [], onChange: vi.fn(), nameOf: ({ name }: Row) => name }
    render(<Rows columns={[...COLUMNS, pressed]} onOpen={onOpen} selection={selection} />)
    await user.click(screen.getByRole('button', { name: 'Press Row 2' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Row 2' }))
    await user.click(screen.getByRole('columnheader', { name: 'Name' }))
    expect(onPress).toHaveBeenCalledOnce()
    expect(selection.onChange).toHaveBeenCalledOnce()
    expect(onOpen).not.toHaveBeenCalled()
    await user.click(screen.getByRole('cell', { name: 'Row 2' }))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[1])
  })

  it('opens no row while its text is being selected', async () => {
    const onOpen = vi.fn()
    render(<Rows onOpen={onOpen} />)
    const cell = screen.getByRole('cell', { name: 'Row 2' })
    window.getSelection()?.selectAllChildren(cell)
    fireEvent.click(cell)
    expect(onOpen).not.toHaveBeenCalled()
    window.getSelection()?.removeAllRanges()
    fireEvent.click(cell)
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('has its column picker above it, and none if no column can be hidden', () => {
    const { unmount } = render(<Rows toolbar="Filters" />)
    expect(screen.getByRole('button', { name: 'Columns' }).closest('table')).toBeNull()
    unmount()
    render(<Rows columns={COLUMNS.map((column) => ({ ...column, required: true }))} />)
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  })

  it('remembers the columns that a user hid', async () => {
    const { unmount } = render(<Rows />)
    expect(screen.getByRole('columnheader', { name: 'Number' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const list = within((await screen.findByRole('tooltip')) ?? document.body)
    expect(list.queryByRole('checkbox', { name: 'Name' })).toBeNull()
    await user.click(list.getByRole('checkbox', { name: 'Number' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull())
    unmount()
    render(<Rows />)
    expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull()
  })
})

describe('the filter of a column', () => {
  it('closes at Escape without a change and returns the focus', async () => {
    const onChange = vi.fn()
    const options = ['Draft', 'Requested'].map((label) => ({ label, value: label }))
    const columns = COLUMNS.map((column) =>
      column.key === 'name' ? { ...column, filter: { options, value: [], onChange } } : column,
    )
    render(<Rows columns={columns} />)
    const opener = screen.getByRole('button', { name: 'Filter by Name' })
    await user.click(opener)
    await user.click(await screen.findByRole('menuitem', { name: /Draft/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'))
    expect(onChange).not.toHaveBeenCalled()
    expect(opener).toHaveFocus()
  })

  it('accepts the arrow keys and Enter once it is opened by keys, closes at Escape, applies with OK, and then returns the focus', async () => {
    // A menu only moves between visible entries, and elements have no size in this environment.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 9, 9))
    const onChange = vi.fn()
    const options = ['Draft', 'Requested'].map((label) => ({ label, value: label }))
    const filter = { options, value: [], onChange }
    render(
      <Rows columns={COLUMNS.map((column) => (column.key === 'name' ? { ...column, filter } : column))} />,
    )
    const opener = screen.getByRole('button', { name: 'Filter by Name' })
    // The menu reads the key code, which the simulated keyboard leaves out.
    const press = (key: string, keyCode: number) =>
      fireEvent.keyDown(document.activeElement ?? opener, { key, keyCode })
    const open = () => {
      opener.focus()
      return user.keyboard('{Enter}')
    }
    await open()
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /Draft/ })).toHaveFocus())
    press('ArrowDown', 40)
    const second = screen.getByRole('menuitem', { name: /Requested/ })
    await waitFor(() => expect(second).toHaveFocus())
    press('Enter', 13)
    await waitFor(() => expect(within(second).getByRole('checkbox')).toBeChecked())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'))
    expect(opener).toHaveFocus()
    expect(onChange).not.toHaveBeenCalled()
    // The focus returns to where it was.
    await open()
    await waitFor(() => expect(second).toHaveFocus())
    press('Enter', 13)
    await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledWith(['Requested'])
    await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'))
    expect(opener).toHaveFocus()
  })

  it('is ticked by Space, applies when Tab leaves its last button, and keeps its values out of its button’s description', async () => {
    const onChange = vi.fn()
    const filter = { options: [{ label: 'Draft', value: 'Draft' }], value: [], onChange }
    render(<Rows columns={COLUMNS.map((column) => ({ ...column, filter }))} />)
    const opener = screen.getByRole('button', { name: 'Filter by Name' })
    await user.click(opener)
    const entry = await screen.findByRole('menuitem', { name: /Draft/ })
    expect(opener).not.toHaveAttribute('aria-describedby')
    expect(fireEvent.keyDown(entry, { key: ' ', keyCode: 32 })).toBe(false)
    expect(within(entry).getByRole('checkbox')).toBeChecked()
    screen.getByRole('button', { name: 'OK' }).focus()
    await user.tab()
    expect(onChange).toHaveBeenCalledWith(['Draft'])
    expect(opener).toHaveFocus()
    await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'))
  })

  it('has a column’s filter opened by a double click as by a single one, and closed by the next click', async () => {
    const filter = { options: [{ label: 'Draft', value: 'Draft' }], value: [], onChange: vi.fn() }
    render(<Rows columns={COLUMNS.map((column) => ({ ...column, filter }))} />)
    const opener = screen.getByRole('button', { name: 'Filter by Name' })
    await user.dblClick(opener)
    expect(await screen.findByRole('menuitem', { name: /Draft/ })).toBeInTheDocument()
    expect(opener).toHaveAttribute('aria-expanded', 'true')
    await user.click(opener)
    await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'))
  })
})
