import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Surfaces } from '#shared/features/share-of-voice/contract.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EMPTY_SURFACES, FAILURES, OVER_ALL } from './messages.ts'
import { surfacesQuery } from './queries.ts'
import type { ReportsSearch } from './search.ts'

const LineChart = lazy(() =>
  import('#web/ui/line-chart.tsx').then(({ LineChart }) => ({ default: LineChart })),
)

const last = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? 0

/** The lines in numbers, for those who do not see them. */
function LatestNumbers({ surfaces }: { surfaces: Surfaces }) {
  return (
    <details className="surfaces-numbers">
      <summary>In numbers, latest day</summary>
      <ul>
        <li>
          {OVER_ALL} <span className="tabular">{last(surfaces.overall)}</span>
        </li>
        {surfaces.series.map(({ publisher, values }) => (
          <li key={publisher}>
            {publisher} <span className="tabular">{last(values)}</span>
          </li>
        ))}
      </ul>
    </details>
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
  const lines = [...data.series].sort((one, other) => last(other.values) - last(one.values))
  return (
    <section className="sheet surfaces" aria-label="Content Surfaces" aria-busy={isFetching}>
      <p className="quiet">Distinct keywords held per publisher per day</p>
      <Suspense fallback={<div className="line-chart" />}>
        <LineChart
          days={data.days}
          band={{ name: OVER_ALL, values: data.overall }}
          lines={lines.map(({ publisher, values }) => ({ name: publisher, values }))}
          description={`Content Surfaces, latest day: ${OVER_ALL} ${last(data.overall)}, ${lines
            .map(({ publisher, values }) => `${publisher} ${last(values)}`)
            .join(', ')}`}
        />
      </Suspense>
      <LatestNumbers surfaces={{ ...data, series: lines }} />
    </section>
  )
}
