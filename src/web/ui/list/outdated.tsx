import { RelativeTime } from '../cells/moment.tsx'
import { Alert } from '../feedback/alert.tsx'
import { Button } from '../input/button.tsx'
import type { TableQuery } from './column.ts'

/** Shown above old rows when refetching them failed. */
export function Outdated({ title, query }: { title: string; query: TableQuery }) {
  const since = query.dataUpdatedAt
  return (
    <div className="table-outdated">
      <Alert kind="bad" title={title}>
        {query.error?.message}
        {since ? (
          <>
            {' '}
            Showing data from <RelativeTime moment={new Date(since).toISOString()} />.
          </>
        ) : null}{' '}
        <Button onClick={() => void query.refetch()}>Retry</Button>
      </Alert>
    </div>
  )
}
