import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { RunRow } from '#shared/features/operate/runs/contract.ts'
import { groupOfRun, type RunGroup } from '#shared/features/operate/runs/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { Page } from '#web/ui/page.tsx'
import { dayWordsOf, headlineOf, SEARCH_LABEL, VIEW_LABELS } from './messages.ts'
import { runsPageQuery, useRetryJob } from './queries.ts'
import { RunsTable } from './runs-table.tsx'
import { RUN_VIEWS, RunsSearch } from './search.ts'
import { usePlacedRuns } from './use-placed-runs.ts'

type Counts = Readonly<Record<RunGroup, number>>

function countsOf(nodes: readonly RunRow[]): Counts {
  const inGroup = (group: RunGroup) => nodes.filter(({ state }) => groupOfRun(state) === group).length
  return { attention: inGroup('attention'), running: inGroup('running'), scheduled: inGroup('scheduled') }
}

interface AnswerProps {
  counts: Counts
  day: { ended: number; failed: number }
  /** The time of the answer if the server has not answered since. */
  staleSince: number | null
}

function Answer({ counts, day, staleSince }: AnswerProps) {
  const total = counts.attention + counts.running + counts.scheduled
  return (
    <div className="runs-answer mb-16">
      <h2>{headlineOf(counts.attention, total)}</h2>
      <p className="meta">{dayWordsOf(counts, day)}</p>
      {staleSince !== null && (
        <p className="meta tone-warn" role="status">
          Updated <RelativeTime moment={new Date(staleSince).toISOString()} />
        </p>
      )}
    </div>
  )
}

/** Retries all failed jobs. */
function RetryAll({ failed }: { failed: number }) {
  const { mutate, isPending } = useRetryJob()
  const isAllowed = useMay('ManageUsers')
  if (!isAllowed || failed === 0) return null
  return (
    <Button
      type="primary"
      icon={<RotateCw size={16} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate('all')}
    >
      Try all again
    </Button>
  )
}

const fits = ({ label, about }: RunRow, words: string) =>
  `${label} ${about?.label ?? ''}`.toLowerCase().includes(words.toLowerCase())

/** Background work: what needs attention, what is running, what is scheduled. */
export function RunsScreen() {
  const [search, change] = useSearchState(RunsSearch)
  const { show, q } = search
  const query = useQuery(runsPageQuery)
  const nodes = query.data?.nodes
  const kept = usePlacedRuns(nodes, show)
  const rows = useMemo(() => kept?.filter((run) => fits(run, q)), [kept, q])
  const counts = useMemo(() => nodes && countsOf(nodes), [nodes])
  const toolbar = (
    <>
      <Segmented<RunsSearch['show']>
        className="runs-view"
        aria-label="Show"
        value={show}
        options={RUN_VIEWS.map((view) => ({
          value: view,
          label: `${VIEW_LABELS[view]} ${nodes && counts ? counted(view === 'all' ? nodes.length : counts[view]) : ''}`,
        }))}
        onChange={(view) => change({ show: view })}
      />
      <div className="runs-search">
        <SearchBox
          label={SEARCH_LABEL}
          value={q}
          onSearch={(words) => change({ q: words }, { replace: true })}
        />
      </div>
    </>
  )
  return (
    <Page
      title={SCREENS.runs.title}
      count={nodes?.length}
      actions={<RetryAll failed={nodes?.reduce((sum, { failed }) => sum + failed, 0) ?? 0} />}
    >
      {query.data && counts && (
        <Answer
          counts={counts}
          day={query.data.day}
          staleSince={query.isRefetchError ? query.dataUpdatedAt : null}
        />
      )}
      {nodes?.length !== 0 && (
        <RunsTable
          rows={rows}
          query={query}
          toolbar={toolbar}
          onShowAll={() => change({ show: 'all', q: '' })}
        />
      )}
    </Page>
  )
}
