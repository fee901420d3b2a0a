import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type CategoryChange,
  type CommissionCategory,
  commissionCategoryEndpoints,
} from '#shared/features/products/commission-categories/contract.ts'
import { refusalOf } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useRecords } from '#web/api/records.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'
import type { CategoriesSearch } from './search.ts'

const CATEGORIES = ['commission-categories'] as const
/** Queries whose data includes commissions. */
const SHOWN_IN = [CATEGORIES, ['stock-report'], ['content-tracker']] as const

export const categoriesQuery = ({ page, sort, sortOrder }: CategoriesSearch) =>
  queryOptions({
    queryKey: [...CATEGORIES, { page, sort, sortOrder }],
    queryFn: async ({ signal }) => {
      const query = { page, sort, sortOrder }
      const found = await call(commissionCategoryEndpoints.list, { query }, { signal })
      return { rows: found?.nodes ?? [], total: found?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
  })

function useRefresh() {
  const queries = useQueryClient()
  return () => Promise.all(SHOWN_IN.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** The current category, if a save was refused because it had changed. */
export const currentCategoryIn = (error: unknown): CommissionCategory | null =>
  refusalOf(commissionCategoryEndpoints.update, 409, error)?.current ?? null

const categoryId = ({ commission_category_id: id }: CommissionCategory) => id

/** The categories with this browser's own changes applied. */
export const useCategoryRecords = () => useRecords('commission category', categoryId)

/** Creates a category, or changes the one with this id. The form shows a refusal. */
export function useSaveCategory(id: number | null) {
  const refresh = useRefresh()
  const { keep } = useCategoryRecords()
  return useMutation({
    mutationFn: (body: CategoryChange) =>
      id === null
        ? call(commissionCategoryEndpoints.create, { body })
        : call(commissionCategoryEndpoints.update, { body: { commission_category_id: id, ...body } }),
    onSuccess: (saved) => {
      keep(saved)
      notify({ kind: 'success', title: id === null ? MESSAGES.saved : MESSAGES.updated })
      void refresh()
    },
  })
}

export function useDeleteCategory() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ commission_category_id }: CommissionCategory) =>
      call(commissionCategoryEndpoints.remove, { body: { commission_category_id } }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.deleted }),
    onError: handleError(MESSAGES.deleteFailed),
    onSettled: refresh,
  })
}
