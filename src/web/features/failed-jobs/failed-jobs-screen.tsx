import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RotateCw } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { FailedJob } from '#shared/features/failed-jobs/contract.ts'
import { counted } from '#shared/format/count.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { JobCell } from './job-cell.tsx'
import { EMPTY, EXPLANATION, FAILURES } from './messages.ts'
import { failedJobsQuery, useRetryJob } from './queries.ts'
import { FailedJobsSearch } from './search.ts'

const ROW_HEIGHT = 56

function State({ next_try_at: next }: FailedJob) {
  if (next === null) return <StatusBadge label="Failed" tone="bad" />
  return (
    <span className="failed-job-state">
      <StatusBadge label="Waiting" tone="warn" mark="hollow" />
      <span className="meta nowrap">
        until <Moment moment={next} />
      </span>
    </span>
  )
}

const COLUMNS: readonly TableColumn<FailedJob>[] = [
  { key: 'what', title: 'What', place: 'name', required: true, render: (job) => <JobCell {...job} /> },
  { key: 'why', title: 'Reason', render: ({ error }) => <span className="failed-job-why">{error}</span> },
  { key: 'state', title: 'State', place: 'state', render: (job) => <State {...job} /> },
  {
    key: 'tries',
    title: 'Attempts',
    numeric: true,
    labelled: true,
    place: 'foot',
    render: ({ tries }) => counted(tries),
  },
  {
    key: 'when',
    title: 'Last attempt',
    place: 'figure',
    render: ({ tried_at: moment }) => <Moment moment={moment} />,
  },
]

const JOBS: ListOf<FailedJob, FailedJobsSearch> = {
  name: 'failed-jobs',
  label: SCREENS.failedJobs.title,
  address: FailedJobsSearch,
  size: PAGE_SIZE,
  rowKey: ({ id }) => id,
  rowHeight: ROW_HEIGHT,
  failTitle: FAILURES.read,
  empty: EMPTY,
}

/** Failed mails and other jobs, with retry buttons. */
export function FailedJobsScreen() {
  const [search, change] = useSearchState(FailedJobsSearch)
  const jobs = useQuery(failedJobsQuery(search.page))
  const { mutate, isPending, variables } = useRetryJob()
  const again: TableColumn<FailedJob> = {
    key: 'again',
    title: 'Try again',
    place: 'actions',
    required: true,
    render: ({ id, label }) => (
      <Button
        size="small"
        aria-label={`Try again: ${label}`}
        icon={<RotateCw size={14} aria-hidden="true" />}
        loading={isPending && variables === id}
        onClick={() => mutate(id)}
      >
        Try again
      </Button>
    ),
  }
  return (
    <Page
      title={SCREENS.failedJobs.title}
      count={jobs.data?.total}
      actions={
        <Button
          icon={<RotateCw size={16} aria-hidden="true" />}
          disabled={!jobs.data?.total}
          loading={isPending && variables === 'all'}
          onClick={() => mutate('all')}
        >
          Retry all
        </Button>
      }
    >
      <List
        of={JOBS}
        search={search}
        onChange={change}
        query={jobs}
        columns={[...COLUMNS, again]}
        toolbar={<p className="meta">{EXPLANATION}</p>}
      />
    </Page>
  )
}
