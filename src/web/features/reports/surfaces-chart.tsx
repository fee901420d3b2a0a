import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Surfaces } from '#shared/features/share-of-voice/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { DISTINCT_LINES, lineLook } from '#web/ui/line-look.ts'
import { Outdated } from '#web/ui/list/outdated.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { CLEAR_FILTERS, EMPTY_FILTERED_SURFACES, EMPTY_SURFACES, FAILURES, OVER_ALL } from './messages.ts'
import { surfacesQuery } from './queries.ts'
import { CLEARED, type ReportsSearch } from './search.ts'
import { latest, type SurfaceLine, SurfacesList } from './surfaces-list.tsx'

const LineChart = lazy(() =>
  import('#web/ui/line-chart.tsx').then(({ LineChart }) => ({ default: LineChart })),
)

/** Wide enough for names at the ends of the lines. */
const ROOMY = '(min-width: 1100px)'

/** The publishers that stand out: the strongest of ours and of the others, as far as lines can be told apart. */
function standingOut(series: Surfaces['series']): string[] {
  const half = DISTINCT_LINES / 2
  const [ours, others] = [true, false].map((isOurs) => series.filter(({ is_ours: is }) => is === isOurs))
  const chosen = [...(ours ?? []).slice(0, half), ...(others ?? []).slice(0, half)]
  const rest = series.filter((each) => !chosen.includes(each)).slice(0, DISTINCT_LINES - chosen.length)
  return series
    .filter((each) => chosen.includes(each) || rest.includes(each))
    .map(({ publisher }) => publisher)
}

/** The lines in their order, each as it is drawn. */
function useLines(data: Surfaces): SurfaceLine[] {
  const theme = useActiveTheme()
  return useMemo(() => {
    const series = [...data.series].sort((one, other) => latest(other.values) - latest(one.values))
    const named = standingOut(series)
    return series.map(({ publisher, is_ours: isOurs, values }) => {
      const index = named.indexOf(publisher)
      const isNamed = index >= 0
      return { name: publisher, isOurs, values, isNamed, look: lineLook(isNamed ? index : null, theme) }
    })
  }, [data, theme])
}

function Chart({ data }: { data: Surfaces }) {
  const [highlighted, highlight] = useState<string | null>(null)
  const [chosen, pick] = useState<string | null>(null)
  const isRoomy = useMedia(ROOMY)
  const lines = useLines(data)
  // Under other filters it may be gone.
  const picked = lines.some(({ name }) => name === chosen) ? chosen : null
  const band = useMemo(() => ({ name: OVER_ALL, values: data.overall }), [data])
  return (
    <div className="surfaces-body">
      <Suspense fallback={<div className="line-chart" />}>
        <LineChart
          days={data.days}
          band={band}
          lines={lines}
          highlighted={highlighted}
          picked={picked}
          isRoomy={isRoomy}
          description={`Content Surfaces from ${data.days[0]} to ${data.days.at(-1)}: ${lines.length} publishers and ${OVER_ALL}`}
        />
      </Suspense>
      <SurfacesList
        lines={lines}
        overall={data.overall}
        picked={picked}
        onHighlight={highlight}
        onPick={(name) => {
          highlight(null)
          pick(name === picked ? null : name)
        }}
      />
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
      <p className="quiet">
        Distinct keywords held per publisher per day; a gap is a day without data. Pick a publisher to single
        its line out.
      </p>
      <Chart data={data} />
    </section>
  )
}
