import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isPermitted } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import { replacementEndpoints } from '#shared/features/replacements/contract.ts'
import { useUser } from '#web/api/session.ts'
import { NotConnected } from '#web/ui/not-connected.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { BackNotes } from '../replacements/back-note.tsx'
import { ReplacedPanel } from '../replacements/replaced-panel.tsx'
import { DownloadReportButton } from '../reports/export-report-menu.tsx'
import { ReportTabs } from '../reports/report-tabs-menu.tsx'
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

/** Whether the user may request articles, and so replace products in them. */
function useMayReplace(): boolean {
  const user = useUser()
  const { access } = replacementEndpoints.prepare
  return user !== null && user !== undefined && Array.isArray(access) && isPermitted(user.permissions, access)
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
  const [search, change] = useSearchState(OosSearch)
  const mayReplace = useMayReplace()
  const { range, tag, site, query, stock, group } = search
  const { data: summary } = useQuery(summaryQuery(search))
  const isChecked = summary?.IS_CHECKED !== false || group === 'replaced'
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
      {isBoard && <BoardPanel search={search} onChange={change} />}
    </Page>
  )
}
