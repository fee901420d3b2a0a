import { useQuery } from '@tanstack/react-query'
import { SCREENS } from '#shared/access/screens.ts'
import type { Shelf } from '#shared/features/products/shelves/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { shelvesQuery } from './queries.ts'
import { ShelvesSearch } from './search.ts'

const COLUMNS: readonly TableColumn<Shelf>[] = [
  { key: 'name', title: 'Name', place: 'name', sortable: true, render: ({ name }) => name },
]

const SHELVES: ListOf<Shelf, ShelvesSearch> = {
  name: 'shelves',
  label: 'Shelves',
  address: ShelvesSearch,
  filters: [],
  size: PAGE_SIZE,
  rowKey: ({ shelf_id }) => shelf_id,
  failTitle: 'Could not read the shelves',
  empty: 'No shelves yet.',
}

export function ShelvesScreen() {
  const [search, change] = useSearchState(ShelvesSearch)
  const shelves = useQuery(shelvesQuery(search))
  return (
    <Page title={SCREENS.shelves.title} count={shelves.data?.total}>
      <List of={SHELVES} columns={COLUMNS} search={search} onChange={change} query={shelves} />
    </Page>
  )
}
