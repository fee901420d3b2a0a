import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { CommissionCategory } from '#shared/features/products/commission-categories/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { commissionOf, deleteQuestion, EMPTY, MESSAGES } from './messages.ts'
import { categoriesQuery, useDeleteCategory } from './queries.ts'
import { CategoriesSearch } from './search.ts'

type Column = TableColumn<CommissionCategory>

const CATEGORIES: ListOf<CommissionCategory, CategoriesSearch> = {
  name: 'commission-categories',
  label: 'Commission Categories',
  address: CategoriesSearch,
  size: PAGE_SIZE,
  rowKey: ({ commission_category_id: id }) => id,
  failTitle: MESSAGES.readFailed,
  empty: EMPTY,
}

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Name', place: 'name', sortable: true, required: true, render: ({ name }) => name },
  {
    key: 'commission',
    title: 'Commission',
    place: 'figure',
    sortable: true,
    required: true,
    numeric: true,
    render: ({ commission }) => <strong className="tabular">{commissionOf(commission)}</strong>,
  },
  {
    key: 'products',
    title: 'Products',
    place: 'note',
    numeric: true,
    labelled: true,
    render: ({ products }) => <Count value={products} />,
  },
  {
    key: 'earnings',
    title: 'Earned 30 d',
    place: 'state',
    numeric: true,
    labelled: true,
    render: ({ earnings }) => (earnings === null ? <span className="quiet">–</span> : money(earnings)),
  },
]

/** A card on a phone has two lines; the second describes the category as text. */
const onPhone = (columns: readonly Column[]): Column[] =>
  columns.flatMap((column): Column[] => {
    if (column.key === 'earnings') return []
    if (column.key === 'actions') return [{ ...column, place: 'state' }]
    if (column.key !== 'products') return [column]
    return [
      {
        ...column,
        render: ({ products, earnings }) => (
          <span className="quiet">
            {countedIn(products, 'product')}
            {earnings !== null && `, ${money(earnings)} in 30 days`}
          </span>
        ),
      },
    ]
  })

interface CategoryActionsProps {
  category: CommissionCategory
  onEdit: (id: number) => void
}

function CategoryActions({ category, onEdit }: CategoryActionsProps) {
  const confirm = useConfirm()
  const remove = useDeleteCategory()
  const { name, commission_category_id: id } = category
  const ask = async () => {
    if (await confirm(deleteQuestion(name))) remove.mutate(category)
  }
  return (
    <span className="nowrap">
      <IconButton label={`Edit ${name}`} onClick={() => onEdit(id)}>
        <Pencil size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${name}`} disabled={remove.isPending} onClick={() => void ask()}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

interface CategoriesTableProps {
  search: CategoriesSearch
  onChange: (patch: Partial<CategoriesSearch>) => void
  onEdit: (id: number) => void
}

/** Our commission on a sale, by the product's category. */
export function CategoriesTable({ search, onChange, onEdit }: CategoriesTableProps) {
  const mayManage = useMay('ManageCommissionCategories')
  const isPhone = useContentWidth() === 'phone'
  const columns = useMemo(() => {
    const fitted = (all: readonly Column[]) => (isPhone ? onPhone(all) : all)
    if (!mayManage) return fitted(COLUMNS)
    const actions: Column = {
      key: 'actions',
      title: 'Actions',
      place: 'actions',
      numeric: true,
      required: true,
      render: (category) => <CategoryActions category={category} onEdit={onEdit} />,
    }
    return fitted([...COLUMNS, actions])
  }, [mayManage, isPhone, onEdit])
  return (
    <List
      of={CATEGORIES}
      search={search}
      onChange={onChange}
      query={useQuery(categoriesQuery(search))}
      columns={columns}
    />
  )
}
