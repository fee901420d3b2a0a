import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Surfaces } from '#shared/features/share-of-voice/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Outdated } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CLEAR_FILTERS, EMPTY_FILTERED_SURFACES, EMPTY_SURFACES, FAILURES, OVER_ALL } from './messages.ts'
import { surfacesQuery } from './queries.ts'
import { CLEARED, type ReportsSearch } from './search.ts'
import { latest, SurfacesList } from './surfaces-list.tsx'

const LineChart = lazy(() =>
  import('#web/ui/line-chart.tsx').then(({ LineChart }) => ({ default: LineChart })),
)

function Chart({ data }: { data: Surfaces }) {
  const [highlighted, highlight] = useState<string | null>(null)
  const { surfaces, band, lines } = useMemo(() => {
    const series = [...data.series].sort((one, other) => latest(other.values) - latest(one.values))
    return {
      surfaces: { ...data, series },
      band: { name: OVER_ALL, values: data.overall },
      lines: series.map(({ publisher, values }) => ({ name: publisher, values })),
    }
  }, [data])
  return (
    <div className="surfaces-body">
      <Suspense fallback={<div className="line-chart" />}>
        <LineChart
          days={data.days}
          band={band}
          lines={lines}
          highlighted={highlighted}
          description={`Content Surfaces from ${data.days[0]} to ${data.days.at(-1)}: ${lines.length} publishers and ${OVER_ALL}`}
        />
      </Suspense>
      <SurfacesList surfaces={surfaces} onHighlight={highlight} />
    </div>
  )
}

interface SurfacesChartProps {
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
}

/** How many keywords each publisher holds on each day, and all of them together. */
export function SurfacesChart({ search, onChange }: SurfacesChartProps) {
  const query = useQuery(surfacesQuery(search))
  const { data, error, isFetching, refetch } = query
  if (error && !data) {
    return <Failed title={FAILURES.surfaces} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton lines={12} />
  if (data.series.length === 0) {
    if (search.tag === undefined) return <Empty text={EMPTY_SURFACES} />
    const clear = <Button onClick={() => onChange(CLEARED)}>{CLEAR_FILTERS}</Button>
    return <Empty text={EMPTY_FILTERED_SURFACES} action={clear} />
  }
  return (
    <section className="sheet surfaces" aria-label="Content Surfaces" aria-busy={isFetching}>
      {error && <Outdated title={FAILURES.surfaces} query={query} />}
      <p className="quiet">Distinct keywords held per publisher per day; a gap is a day without data.</p>
      <Chart data={data} />
    </section>
  )
}
