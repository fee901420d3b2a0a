import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { SCREENS } from '#shared/access/screens.ts'
import { RISK_FORMULA } from '#shared/features/stock-report/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'
import { money } from '#shared/format/money.ts'
import { Page } from '#web/ui/page.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { FilterPicker } from '../filters/filter-picker.tsx'
import { DownloadReportButton } from '../reports/export-report-menu.tsx'
import { CLEAR_FILTERS } from '../reports/messages.ts'
import { ReportTabs } from '../reports/report-tabs-menu.tsx'
import { WarehouseNote } from '../warehouse/warehouse-note.tsx'
import { downloadOos, oosQuery } from './queries.ts'
import { CLEARED, isFiltered, OOS_FILTERS, OosSearch, stocksAs, stocksIn } from './search.ts'
import { StockReportTable } from './stock-report-table.tsx'

interface AtRiskProps {
  info: { AT_RISK: number | null; UNKNOWN: number; total: number } | undefined
}

/** What all rows of the filters have at stake, of all pages. */
function AtRiskLine({ info }: AtRiskProps) {
  if (info === undefined || info.total === 0) return null
  const { AT_RISK, UNKNOWN, total } = info
  return (
    <div className="answer-line oos-answer">
      <p>
        <strong className="answer-figure">{AT_RISK === null ? '–' : money(AT_RISK)}</strong>
        {AT_RISK === null ? 'at risk is unknown' : 'at risk a week'}
        {`: ${countedIn(total, 'product')} of posts`}
        {UNKNOWN > 0 && AT_RISK !== null && (
          <span className="answer-change quiet">
            without {counted(UNKNOWN)} of which nobody told earnings
          </span>
        )}
      </p>
      <details>
        <summary>How it is counted</summary>
        {RISK_FORMULA}
      </details>
    </div>
  )
}

interface OosFiltersProps {
  search: OosSearch
  onChange: (patch: Partial<OosSearch>) => void
}

function OosFilters({ search, onChange }: OosFiltersProps) {
  return (
    <div className="report-filters oos-filters">
      {keysOf(OOS_FILTERS).map((name) => (
        <FilterPicker
          key={name}
          filters={OOS_FILTERS}
          name={name}
          search={{ ...search, stock: stocksIn(search) }}
          onChange={onChange}
        />
      ))}
      {isFiltered(search) && (
        <Button type="text" onClick={() => onChange(CLEARED)}>
          {CLEAR_FILTERS}
        </Button>
      )}
    </div>
  )
}

/** Products OOS: what published posts recommend and nobody can buy, what loses most first. */
export function StockReportScreen() {
  const [search, change] = useSearchState(OosSearch)
  const report = useQuery(oosQuery(search))
  const { range, tag, site, query, stock } = search
  const narrow = (patch: Partial<OosSearch>, options?: { replace?: boolean }) =>
    change({ page: 1, ...patch, ...('stock' in patch ? { stock: stocksAs(patch.stock) } : {}) }, options)
  return (
    <Page
      title={SCREENS.oosReport.title}
      about={<ReportTabs report="oos" search={{ range, tag, site, query, stock }} />}
      actions={<DownloadReportButton name="oos.xlsx" load={() => downloadOos(search)} />}
    >
      <WarehouseNote />
      <AtRiskLine info={report.data?.info} />
      <StockReportTable
        search={search}
        onChange={change}
        query={report}
        toolbar={<OosFilters search={search} onChange={narrow} />}
      />
    </Page>
  )
}
