import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { CategoriesTable } from './categories-table.tsx'
import { WHAT_FOR } from './messages.ts'
import { categoriesQuery } from './queries.ts'
import { CategoriesSearch } from './search.ts'

const CategoryDialog = onDemand(() =>
  import('./category-dialog.tsx').then(({ CategoryDialog }) => CategoryDialog),
)

/** Our commission on sales, by the product's category in the shop. */
export function CommissionCategoriesScreen() {
  const [search, change] = useSearchState(CategoriesSearch)
  const { data } = useQuery(categoriesQuery(search))
  const mayManage = useMay('ManageCommissionCategories')
  const edit = useCallback((category: number) => change({ category }), [change])
  const close = () => change({ category: undefined, new: undefined })
  const edited = data?.rows.find(({ commission_category_id: id }) => id === search.category)
  return (
    <Page
      title={SCREENS.commissionCategories.title}
      count={data?.total}
      actions={
        mayManage && (
          <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={() => change({ new: '1' })}>
            New category
          </Button>
        )
      }
    >
      <div className="split-columns">
        <CategoriesTable search={search} onChange={change} onEdit={edit} />
        <aside className="sheet side-panel" aria-labelledby="commission-use">
          <h2 id="commission-use">How commissions are used</h2>
          <p className="meta">{WHAT_FOR}</p>
        </aside>
      </div>
      {mayManage && search.new !== undefined && <CategoryDialog category={null} onClose={close} />}
      {mayManage && search.new === undefined && edited && (
        <CategoryDialog key={edited.commission_category_id} category={edited} onClose={close} />
      )}
    </Page>
  )
}
