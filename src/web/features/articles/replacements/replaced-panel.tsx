import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { REPLACEMENTS_SIZE, type ReplacementRow } from '#shared/features/articles/replacements/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Person } from '#web/ui/cells/person.tsx'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { Button } from '#web/ui/input/button.tsx'
import type { ListAddress } from '#web/ui/list/address.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { daysLeft, EMPTY_REPLACED, FAILURES, outcomeWords } from './messages.ts'
import { replacementsQuery } from './queries.ts'

const UNDO_WORDS = {
  none: '–',
  locked: 'older than 30 days',
  running: 'in progress …',
  undone: 'undone',
} as const

const undoWords = ({ undo: { state, days_left: days } }: ReplacementRow) =>
  state === 'open' ? daysLeft(days) : UNDO_WORDS[state]

const columnsOf = (onOpen: (id: number) => void): readonly TableColumn<ReplacementRow>[] => [
  {
    key: 'what',
    title: 'What',
    place: 'name',
    required: true,
    render: ({ from, to }) => (
      <span className="row gap-8 shrinkable">
        <ProductPicture address={to.image_url ?? undefined} />
        <span className="replaced-names stack">
          <span>{to.name || to.asin}</span>
          <span className="meta">replaced {from.name || from.asin}</span>
        </span>
      </span>
    ),
  },
  { key: 'where', title: 'Where', place: 'foot', render: (row) => outcomeWords(row) },
  {
    key: 'who',
    title: 'Who',
    place: 'note',
    render: ({ user }) => <Person person={user}>{fullName(user)}</Person>,
  },
  {
    key: 'when',
    title: 'When',
    place: 'figure',
    render: ({ made_at: moment }) => moment !== null && <Moment moment={moment} />,
  },
  {
    key: 'undo',
    title: 'Undo',
    place: 'state',
    render: (row) => <span className="meta">{undoWords(row)}</span>,
  },
  {
    key: 'open',
    title: '',
    place: 'actions',
    required: true,
    numeric: true,
    render: (row) => (
      <Button size="small" onClick={() => onOpen(row.replacement_id)}>
        Details
      </Button>
    ),
  },
]

interface ReplacedPanelProps<Search extends ListAddress> {
  of: Pick<ListOf<ReplacementRow, Search>, 'address' | 'filters'>
  search: Search
  onChange: (patch: object, options?: { replace?: boolean }) => void
  onOpen: (id: number) => void
  toolbar: React.ReactNode
}

/** The replacements, newest first. */
export function ReplacedPanel<Search extends ListAddress>(props: ReplacedPanelProps<Search>) {
  const { of, search, onChange, onOpen, toolbar } = props
  const query = useQuery(replacementsQuery(search.page))
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  return (
    <List
      of={{
        ...of,
        name: 'replaced',
        label: 'Replaced products',
        size: REPLACEMENTS_SIZE,
        rowKey: (row) => row.replacement_id,
        rowHeight: 56,
        failTitle: FAILURES.list,
        empty: EMPTY_REPLACED,
      }}
      search={search}
      onChange={onChange}
      query={query}
      columns={columns}
      toolbar={toolbar}
    />
  )
}
