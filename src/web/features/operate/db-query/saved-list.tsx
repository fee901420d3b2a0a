import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SavedQuery } from '#shared/features/operate/db-query/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { handleError } from '#web/api/handle-error.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { FAILURES, NO_SAVED } from './messages.ts'
import { savedQueriesQuery, useRemoveQuery } from './queries.ts'

function SavedEntry({
  saved: { query_id: id, name, owner, is_own: isOwn, may_delete: mayDelete, updated_at: moment },
}: {
  saved: SavedQuery
}) {
  const confirm = useConfirm()
  const { mutate: remove } = useRemoveQuery()
  const ask = async () => {
    const isAgreed = await confirm({
      title: `Delete the query “${name}”?`,
      content: 'Links to it will stop working.',
      okText: 'Delete',
      danger: true,
    })
    if (isAgreed) remove(id, { onError: handleError(FAILURES.remove) })
  }
  return (
    <li>
      <Link from={SCREENS.dbQuery.path} to={SCREENS.dbQuery.path} search={{ query: id }}>
        {name}
      </Link>
      <span className="meta">
        {isOwn ? 'You' : fullName(owner)}, <RelativeTime moment={moment} />
      </span>
      {mayDelete && (
        <IconButton label={`Delete ${name}`} onClick={() => void ask()}>
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

/** The saved queries of the user and of others. */
export function SavedList() {
  const { data, error, refetch } = useQuery(savedQueriesQuery)
  if (error) return <Failed title={FAILURES.saved} message={error.message} onRetry={() => void refetch()} />
  if (data?.length === 0) return <p className="meta">{NO_SAVED}</p>
  return (
    <ul className="console-saved">
      {data?.map((saved) => (
        <SavedEntry key={saved.query_id} saved={saved} />
      ))}
    </ul>
  )
}
