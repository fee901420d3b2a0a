import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Stat,
  WINNERS_PAGE_SIZE,
  WINNERS_PAGE_SIZES,
  type WinnerRow,
} from '#shared/features/market/share-of-voice/contract.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { CLEAR_FILTERS, EMPTY_WINNERS, FAILURES, REPORT_LABELS } from './messages.ts'
import { hasReportQuery, useRemember, winnersQuery } from './queries.ts'
import { FILTERED, ReportsSearch } from './search.ts'
import { WinnersMatrixTable } from './winners-matrix-table.tsx'

const NO_FILES: Readonly<Record<string, boolean>> = {}
const SKELETON_ROWS = Array.from({ length: WINNERS_PAGE_SIZE + 1 }, (_, row) => row)

/** The placeholder of the matrix. */
const MATRIX_SKELETON = (
  <div className="skeleton matrix-skeleton" role="status" aria-label="Loading">
    {SKELETON_ROWS.map((row) => (
      <div key={row}>
        <span />
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
)

const WINNERS: ListOf<WinnerRow, ReportsSearch> = {
  name: 'winners',
  label: REPORT_LABELS.winners,
  ...FILTERED,
  size: WINNERS_PAGE_SIZE,
  rowKey: (row) => row.keyword_id,
  failTitle: FAILURES.winners,
  empty: EMPTY_WINNERS,
  unmatched: { text: EMPTY_WINNERS, clear: CLEAR_FILTERS },
}

interface WinnersTableProps {
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
  onCompare: (stat: Stat) => void
}

/** The keywords and the days with a file as a single query: rows are useless without their days. */
function useWinners(search: ReportsSearch) {
  const winners = useQuery(winnersQuery(search))
  const report = useQuery(hasReportQuery(search.range))
  const failing = [winners, report].find(({ error }) => error)
  return {
    files: report.data,
    query: {
      data: report.data && winners.data,
      isPending: winners.isPending || report.isPending,
      isFetching: winners.isFetching,
      isPlaceholderData: winners.isPlaceholderData,
      error: failing?.error ?? null,
      dataUpdatedAt: (failing ?? winners).dataUpdatedAt,
      refetch() {
        for (const each of [winners, report]) if (each.error) void each.refetch()
      },
    },
  }
}

/** The matrix of tracked keywords: a row each, a column per day, and our share of wins. */
export function WinnersTable({ search, onChange, onCompare }: WinnersTableProps) {
  const { files = NO_FILES, query } = useWinners(search)
  const remember = useRemember()
  const days = useMemo(() => Object.keys(files).sort(), [files])
  return (
    <List
      of={WINNERS}
      search={search}
      onChange={onChange}
      query={query}
      skeleton={MATRIX_SKELETON}
      pageSize={{
        chosen: search.size,
        all: WINNERS_PAGE_SIZES,
        onChange(chosen) {
          const size = ReportsSearch.shape.size.parse(chosen)
          // The row that was first stays on the page.
          const page = Math.floor(((search.page - 1) * search.size) / size) + 1
          onChange({ size, page })
          remember({ winners_size: size })
        },
      }}
      draw={(rows, order) => (
        <WinnersMatrixTable
          rows={rows}
          files={files}
          days={days}
          range={search.range}
          {...order}
          onCompare={onCompare}
        />
      )}
    />
  )
}
