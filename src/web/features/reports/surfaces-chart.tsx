import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Surfaces } from '#shared/features/share-of-voice/contract.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EMPTY_SURFACES, FAILURES, OVER_ALL } from './messages.ts'
import { surfacesQuery } from './queries.ts'
import type { ReportsSearch } from './search.ts'
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

/** How many keywords each publisher holds on each day, and all of them together. */
export function SurfacesChart({ search }: { search: ReportsSearch }) {
  const { data, error, isFetching, refetch } = useQuery(surfacesQuery(search))
  if (error && !data) {
    return <Failed title={FAILURES.surfaces} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton lines={12} />
  if (data.series.length === 0) return <Empty text={EMPTY_SURFACES} />
  return (
    <section className="sheet surfaces" aria-label="Content Surfaces" aria-busy={isFetching}>
      <p className="quiet">Distinct keywords held per publisher per day; a gap is a day without data.</p>
      <Chart data={data} />
    </section>
  )
}
