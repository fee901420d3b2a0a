import { useQuery } from '@tanstack/react-query'
import { ASKED_FIRST_FROM } from '#shared/features/products/product-library/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { askToScan, NO_MARKETPLACE } from './messages.ts'
import { scansQuery, useScanEnd, useScanStock } from './queries.ts'
import type { ProductsSearch } from './search.ts'

/** The scan of products that match the filters: its progress, and a function to start it. */
export function useStockScan(
  { query, stock }: Pick<ProductsSearch, 'query' | 'stock'>,
  { total, isMore }: { total: number; isMore: boolean },
) {
  const { data: progress } = useQuery(scansQuery)
  useScanEnd(progress === undefined ? undefined : (progress?.last?.stock_scan_id ?? 0))
  const scan = useScanStock()
  const confirm = useConfirm()
  const isRunning = progress?.running?.kind === 'asked'
  const begin = async () => {
    if (progress && (total > ASKED_FIRST_FROM || isMore)) {
      const isWanted = await confirm({
        title: 'Scan stock',
        content: askToScan(counted(total, isMore), progress.calls_per_day, progress.calls_today),
        okText: 'Scan stock',
      })
      if (!isWanted) return
    }
    scan.mutate({ query, stock })
  }
  return {
    progress,
    begin: () => void begin(),
    isBusy: scan.isPending || isRunning,
    /** Why it cannot be started. */
    refusal: progress && !progress.is_scanning ? NO_MARKETPLACE : null,
    isPossible: Boolean(progress?.is_scanning) && total > 0,
  }
}
