import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Surfaces } from '#shared/features/market/share-of-voice/contract.ts'
import { DaysChart } from '#web/ui/chart/days-chart.tsx'
import { axisDay } from '#web/ui/chart/time-ticks.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { Outdated } from '#web/ui/list/outdated.tsx'
import {
  CLEAR_FILTERS,
  EMPTY_FILTERED_SURFACES,
  EMPTY_SURFACES,
  FAILURES,
  OUTINGS,
  OVER_ALL,
  outingWords,
  SURFACES_VIEW_LABELS,
} from './messages.ts'
import { surfacesQuery, useRemember } from './queries.ts'
import { CLEARED, type ReportsSearch } from './search.ts'
import { SurfacesList } from './surfaces-list.tsx'
import { SurfacesSharePanel } from './surfaces-share-panel.tsx'
import { type SurfaceLine, useSurfaces } from './use-surfaces.ts'

interface SurfacesProps {
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
}

/** Chooses a line per publisher, or ours against the others. The choice is stored. */
export function SurfacesViewPicker({ search, onChange }: SurfacesProps) {
  const remember = useRemember()
  return (
    <Segmented<ReportsSearch['view']>
      aria-label="Chart"
      value={search.view}
      options={[
        { value: 'ours', label: SURFACES_VIEW_LABELS.ours },
        { value: 'publishers', label: SURFACES_VIEW_LABELS.publishers },
      ]}
      onChange={(view) => {
        onChange({ view })
        remember({ surfaces_view: view })
      }}
    />
  )
}

const sumOf = (name: string, lines: readonly SurfaceLine[]) => ({
  name,
  latest: lines.reduce((sum, { latest }) => sum + latest, 0),
  change: lines.reduce((sum, { change }) => sum + change, 0),
})

/** The lists below the chart: one of all publishers, or ours beside the others. */
function listsOf(lines: readonly SurfaceLine[], view: ReportsSearch['view']) {
  if (view === 'publishers')
    return [{ label: 'Keywords held, latest day', lines, total: sumOf(OVER_ALL, lines), isMixed: true }]
  const [ours, others] = [true, false].map((isOurs) => lines.filter((line) => line.isOurs === isOurs))
  return [
    { label: 'Ours', lines: ours ?? [] },
    { label: 'Others', lines: others ?? [] },
  ]
    .filter(({ lines: some }) => some.length > 0)
    .map((list) => ({ ...list, total: sumOf(`${list.label} together`, list.lines) }))
}

/** Our publications in this period, numbered as in the chart. */
function Outings({ outings, days }: Pick<Surfaces, 'outings' | 'days'>) {
  const id = useId()
  if (outings.length === 0) return null
  return (
    <div className="surfaces-outings small mt-8">
      <h2 id={id}>{OUTINGS}</h2>
      <ol aria-labelledby={id}>
        {outings.map((outing) => (
          <li key={`${outing.day} ${outing.site}`}>
            {axisDay(outing.day, days)}: {outingWords(outing)}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Chart({ data, search, onChange }: SurfacesProps & { data: Surfaces }) {
  const [highlighted, highlight] = useState<string | null>(null)
  const { view, range, publisher } = search
  // Other filters can remove it.
  const picked = data.series.some((each) => each.publisher === publisher) ? (publisher ?? null) : null
  const { lines, panels } = useSurfaces(data, view, picked)
  // A rival drawn over ours must not fade our lines.
  const isRival = view === 'ours' && lines.some((line) => line.publisher === picked && !line.isOurs)
  return (
    <>
      <div className="sheet surfaces-chart">
        <DaysChart
          days={data.days}
          panels={panels}
          standing={highlighted ?? (isRival ? null : picked)}
          description={`Content Surfaces from ${data.days[0]} to ${data.days.at(-1)}: ${lines.length} publishers and ${OVER_ALL}`}
        />
        {view === 'ours' && <Outings {...data} />}
        <p className="meta">
          Keywords held per publisher per day; hatched days have no data. Pick a publisher below to highlight
          its line.
        </p>
      </div>
      <div className="surfaces-lists">
        {listsOf(lines, view).map((list) => (
          <div key={list.label} className="sheet">
            <SurfacesList
              {...list}
              range={range}
              places={lines.length}
              picked={picked}
              onHighlight={highlight}
              onPick={(name) => {
                highlight(null)
                onChange({ publisher: name === picked ? undefined : name })
              }}
            />
          </div>
        ))}
      </div>
    </>
  )
}

/** The number of keywords that each publisher holds per day, and the total. */
export function SurfacesChart({ search, onChange }: SurfacesProps) {
  const query = useQuery(surfacesQuery(search))
  const { data, error, isFetching, refetch } = query
  if (error && !data) {
    return <Failed title={FAILURES.surfaces} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div className="surfaces-awaited">
        <Skeleton lines={12} />
      </div>
    )
  }
  if (data.series.length === 0) {
    if (search.tag === undefined) return <Empty text={EMPTY_SURFACES} />
    const clear = <Button onClick={() => onChange(CLEARED)}>{CLEAR_FILTERS}</Button>
    return <Empty text={EMPTY_FILTERED_SURFACES} action={clear} />
  }
  return (
    <section className="surfaces" aria-label="Content Surfaces" aria-busy={isFetching}>
      {error && <Outdated title={FAILURES.surfaces} query={query} />}
      {search.view === 'ours' && <SurfacesSharePanel data={data} range={search.range} />}
      <Chart data={data} search={search} onChange={onChange} />
    </section>
  )
}
