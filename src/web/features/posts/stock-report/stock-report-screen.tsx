import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { NotConnected } from '#web/ui/feedback/not-connected.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { useDiscarding } from '#web/ui/hooks/use-unsaved.ts'
import { Page } from '#web/ui/page.tsx'
import { BackNotes } from '../../articles/replacements/back-note.tsx'
import { ReplacedPanel } from '../../articles/replacements/replaced-panel.tsx'
import { useMayReplace } from '../../articles/replacements/use-may-replace.ts'
import { DownloadReportButton } from '../../market/reports/export-report-menu.tsx'
import { ReportTabs } from '../../market/reports/report-tabs-menu.tsx'
import { WarehouseNote } from '../warehouse/warehouse-note.tsx'
import { BoardPanel } from './board-panel.tsx'
import { CATALOG_SETTINGS, NOT_CHECKED } from './messages.ts'
import { ProductBoardTable } from './product-board-table.tsx'
import { downloadOos, oosQuery, summaryQuery } from './queries.ts'
import { RiskPanel } from './risk-panel.tsx'
import { FILTERED, OosSearch, stocksAs } from './search.ts'
import { StockReportFilters } from './stock-report-filters.tsx'
import { StockReportTable } from './stock-report-table.tsx'

const REPLACED = { address: FILTERED.address, filters: [] }

/** The state in the address. What closes the panel asks first if the user has typed in it. */
function useOosSearch() {
  const [search, change] = useSearchState(OosSearch)
  const { replace, group } = search
  const discarding = useDiscarding()
  const asking = useCallback<typeof change>(
    (patch, options) => {
      const isClosing = Object.entries({ replace, group }).some(
        ([key, now]) => key in patch && patch[key as keyof OosSearch] !== now,
      )
      if (isClosing) discarding(() => change(patch, options))
      else change(patch, options)
    },
    [change, discarding, replace, group],
  )
  return [search, asking, change] as const
}

interface RowsProps {
  search: OosSearch
  onChange: (patch: Partial<OosSearch>) => void
  mayReplace: boolean
}

/** The rows by the chosen grouping. */
function Rows({ search, onChange, mayReplace }: RowsProps) {
  const isByArticle = search.group === 'article'
  const report = useQuery({ ...oosQuery(search), enabled: isByArticle })
  const narrow = (patch: Partial<OosSearch>) =>
    onChange({ page: 1, ...patch, ...('stock' in patch ? { stock: stocksAs(patch.stock) } : {}) })
  const open = useCallback((replacement: number) => onChange({ replacement, replace: undefined }), [onChange])
  const replace = useCallback(
    (asin: string) => onChange({ replace: asin, replacement: undefined }),
    [onChange],
  )
  const toolbar = <StockReportFilters search={search} mayReplace={mayReplace} onChange={narrow} />
  const shared = { search, onChange, toolbar }
  if (isByArticle) return <StockReportTable {...shared} query={report} />
  if (search.group === 'replaced' && mayReplace)
    return <ReplacedPanel {...shared} of={REPLACED} onOpen={open} />
  return <ProductBoardTable {...shared} onReplace={mayReplace ? replace : undefined} />
}

/**
 * Products OOS: unavailable products that published posts recommend, highest loss first, with a way to
 * replace them.
 */
export function StockReportScreen() {
  const [search, change, changeAtOnce] = useOosSearch()
  const mayReplace = useMayReplace()
  const { range, tag, site, query, stock, group } = search
  const { data: summary } = useQuery(summaryQuery(search))
  const isChecked = summary?.is_checked !== false || group === 'replaced'
  const isBoard = group !== 'article' && mayReplace
  return (
    <Page
      title={SCREENS.oosReport.title}
      about={<ReportTabs report="oos" search={{ range, tag, site, query, stock }} />}
      actions={
        isChecked &&
        group !== 'replaced' && (
          <DownloadReportButton
            name="oos.xlsx"
            load={() => downloadOos(search)}
            isBesidePanel={isBoard && (search.replace ?? search.replacement) !== undefined}
          />
        )
      }
    >
      <WarehouseNote />
      {isBoard && <BackNotes onBegun={(replacement) => change({ replacement, replace: undefined })} />}
      {group !== 'replaced' && <RiskPanel search={search} />}
      {isChecked ? (
        <Rows search={search} onChange={change} mayReplace={mayReplace} />
      ) : (
        <NotConnected {...NOT_CHECKED} settings={CATALOG_SETTINGS} />
      )}
      {isBoard && <BoardPanel search={search} onChange={changeAtOnce} />}
    </Page>
  )
}
