import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { orderIn } from './address.ts'
import type { TableColumn } from './column.ts'
import { List, type ListOf, type ListPage } from './list.tsx'

interface Row {
  id: number
  name: string
}

const Address = z.object({
  page: z.number().catch(1),
  ...orderIn(['name', 'id'], 'name', 'asc'),
  words: z.string().catch(''),
})
type Address = z.output<typeof Address>

const PEOPLE: ListOf<Row, Address> = {
  name: 'people',
  label: 'People',
  address: Address,
  filters: ['words'],
  size: 3,
  rowKey: ({ id }) => id,
  failTitle: 'People could not be searched.',
  empty: 'Nobody is here yet.',
  unmatched: { text: ({ words }) => `Nobody is called “${words}”.`, clear: 'Show all users' },
}

const drawn = vi.fn()
const COLUMNS: TableColumn<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    place: 'name',
    render({ name }) {
      drawn(name)
      return name
    },
  },
  // The server cannot sort by this column.
  { key: 'shoes', title: 'Shoes', sortable: true, render: ({ id }) => id },
]

const ROWS = [1, 2, 3].map((id) => ({ id, name: `Person ${id}` }))
const user = userEvent.setup()

interface Given {
  says?: Partial<Address>
  data?: ListPage<Row>
  seen?: object[]
  isPlaceholderData?: boolean
}

/** A list in the state of an address, as a screen shows it; `seen` collects its changes to the address. */
function People({ says = {}, data = { rows: ROWS, total: 8 }, seen = [], isPlaceholderData = false }: Given) {
  const [search, setSearch] = useState(() => Address.parse(says))
  const [open, setOpen] = useState<(string | number)[]>([])
  const query = {
    isPending: false,
    isFetching: false,
    error: null,
    refetch: vi.fn(),
    data,
    isPlaceholderData,
  }
  return (
    <List
      of={PEOPLE}
      search={search}
      onChange={(patch, options) => {
        seen.push(options ? { ...patch, ...options } : patch)
        setSearch((before) => Address.parse({ ...before, ...patch }))
      }}
      query={query}
      columns={COLUMNS}
      expand={{ render: ({ name }) => `About ${name}`, keys: open, onChange: setOpen }}
    />
  )
}

it('past its last page a list says where it ends, and leads back there', async () => {
  const seen: object[] = []
  render(<People says={{ page: 40 }} data={{ rows: [], total: 8 }} seen={seen} />)
  expect(screen.getByText('There is no page 40: the list ends with page 3.')).toBeVisible()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pages.getByRole('button', { name: '3' })).toBeVisible()
  expect(pages.queryByRole('button', { current: 'page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Go to the last page' }))
  expect(seen).toEqual([{ page: 3 }])
})

it('a list with a limited count says so', () => {
  render(<People data={{ rows: ROWS, total: 8, isMore: true }} />)
  expect(screen.getByText('1–3 of more than 8')).toBeVisible()
})

it('a user whose last page loses its last row is moved to the page before', () => {
  const seen: object[] = []
  const last = { rows: ROWS.slice(0, 1), total: 7 }
  const { rerender } = render(<People says={{ page: 3 }} data={last} seen={seen} />)
  rerender(<People says={{ page: 3 }} data={{ rows: [], total: 6 }} seen={seen} />)
  expect(seen).toEqual([{ page: 2, replace: true }])
})

it('the previous rows say nothing about the end while the next ones load', () => {
  const seen: object[] = []
  render(<People says={{ page: 40 }} seen={seen} isPlaceholderData />)
  expect(screen.getByText('Person 2')).toBeVisible()
  expect(screen.queryByText(/There is no page/)).toBeNull()
  expect(seen).toEqual([])
})

it('an empty list says whether there are no rows yet, or none that match the filters', async () => {
  const seen: object[] = []
  const { unmount } = render(<People data={{ rows: [], total: 0 }} />)
  expect(screen.getByText('Nobody is here yet.')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  unmount()
  render(<People says={{ words: 'Zoë', page: 2 }} data={{ rows: [], total: 0 }} seen={seen} />)
  expect(screen.getByText('Nobody is called “Zoë”.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all users' }))
  expect(seen).toEqual([{ words: '', page: 1 }])
})

it('a list is sorted by the orders in its address, from the first page on, and by no other', async () => {
  const seen: object[] = []
  render(<People says={{ page: 2 }} seen={seen} />)
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(screen.getByRole('columnheader', { name: 'Name' }))
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await user.click(screen.getByRole('columnheader', { name: 'Shoes' }))
  expect(seen).toEqual([
    { sort: 'name', sortOrder: 'desc', page: 1 },
    { sort: 'name', sortOrder: 'asc', page: 1 },
  ])
})

it('a row that opens does not redraw the other rows', async () => {
  render(<People />)
  drawn.mockClear()
  const row = screen.getByRole('row', { name: /Person 2/ })
  await user.click(within(row).getByRole('button', { name: 'Show details' }))
  expect(screen.getByText('About Person 2')).toBeVisible()
  expect(drawn.mock.calls.flat()).toEqual(['Person 2'])
})

/** A list whose rows are not shown as table columns. */
function Cards({ data, seen = [] }: Pick<Given, 'seen'> & { data: ListPage<Row> | undefined }) {
  const search = Address.parse({ page: 2 })
  return (
    <List
      of={PEOPLE}
      search={search}
      onChange={(patch) => seen.push(patch)}
      query={{
        isPending: data === undefined,
        isFetching: false,
        error: null,
        refetch: vi.fn(),
        data,
        isPlaceholderData: false,
      }}
      skeleton={<p>Soon</p>}
      draw={(rows, { sort, onSort }) => (
        <ul>
          {rows.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          <button type="button" onClick={() => onSort?.({ key: 'id', order: 'desc' })}>
            By {sort?.key}
          </button>
        </ul>
      )}
    />
  )
}

it('a list that draws its own rows has the same order, pages and end as any other', async () => {
  const seen: object[] = []
  const { rerender } = render(<Cards data={undefined} />)
  expect(screen.getByText('Soon')).toBeVisible()
  rerender(<Cards data={{ rows: ROWS, total: 8 }} seen={seen} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Person 2')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'By name' }))
  await user.click(screen.getByRole('button', { name: 'Next Page' }))
  expect(seen).toEqual([{ sort: 'id', sortOrder: 'desc', page: 1 }, { page: 3 }])
  rerender(<Cards data={{ rows: [], total: 3 }} seen={seen} />)
  expect(screen.getByText('There is no page 2: the list has one page.')).toBeVisible()
})
