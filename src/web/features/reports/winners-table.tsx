import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Stat, WINNERS_PAGE_SIZE } from '#shared/features/share-of-voice/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Outdated } from '#web/ui/list/outdated.tsx'
import { Pager, type PagerProps } from '#web/ui/list/pager.tsx'
import { isPastEnd, pastEnd } from '#web/ui/list/past-end.tsx'
import { CLEAR_FILTERS, EMPTY_WINNERS, FAILURES } from './messages.ts'
import { hasReportQuery, winnersQuery } from './queries.ts'
import { CLEARED, isFiltered, type ReportsSearch } from './search.ts'
import { WinnersMatrixTable } from './winners-matrix-table.tsx'

const SKELETON_ROWS = Array.from({ length: WINNERS_PAGE_SIZE + 1 }, (_, row) => row)

/** The matrix before anything is known of it. */
function MatrixSkeleton() {
  return (
    <div className="table-box">
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
    </div>
  )
}

interface WinnersTableProps {
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
  onCompare: (stat: Stat) => void
}

/** The matrix of tracked keywords: a row each, a column per day, and how often ours won. */
export function WinnersTable({ search, onChange, onCompare }: WinnersTableProps) {
  const winners = useQuery(winnersQuery(search))
  const { data, isFetching } = winners
  const report = useQuery(hasReportQuery(search.range))
  const { data: files } = report
  const days = useMemo(() => Object.keys(files ?? {}).sort(), [files])
  const failing = [winners, report].find(({ error }) => error)
  const failed = failing?.error
  const retry = () => {
    for (const query of [winners, report]) if (query.error) void query.refetch()
  }
  if (failed && !(data && files)) {
    return <Failed title={FAILURES.winners} message={failed.message} onRetry={retry} />
  }
  if (!data || !files) return <MatrixSkeleton />
  const page: PagerProps = {
    current: search.page,
    size: WINNERS_PAGE_SIZE,
    total: data.meta.total,
    isMore: data.meta.isMore,
    onChange: (next) => onChange({ page: next }),
  }
  if (data.data.length === 0) {
    const clear = isFiltered(search) && <Button onClick={() => onChange(CLEARED)}>{CLEAR_FILTERS}</Button>
    return (
      <>
        <Empty {...(isPastEnd(page) ? pastEnd(page) : { text: EMPTY_WINNERS, action: clear })} />
        <Pager {...page} />
      </>
    )
  }
  return (
    <section className="table" aria-label="Keyword Winners">
      {failing && <Outdated title={FAILURES.winners} query={{ ...failing, refetch: retry }} />}
      <div className="table-box" aria-busy={isFetching}>
        {isFetching && <div className="progress-line" role="progressbar" aria-label="Refreshing" />}
        <WinnersMatrixTable
          rows={data.data}
          files={files}
          days={days}
          search={search}
          onChange={onChange}
          onCompare={onCompare}
        />
        <Pager {...page} />
      </div>
    </section>
  )
}
