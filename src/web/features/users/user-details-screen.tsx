import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { Activity, Pencil, UserX } from 'lucide-react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { Id } from '#shared/http/fields.ts'
import { useMay, useUser, visitorOf } from '#web/api/session.ts'
import { PersonAuditPanel } from '#web/features/audit/person-audit-panel.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { MESSAGES } from './messages.ts'
import { userQuery } from './queries.ts'
import { UserDetailsSearch } from './search.ts'
import { UserCard } from './user-card.tsx'

const UserDialog = onDemand(() => import('./user-dialog.tsx').then(({ UserDialog }) => UserDialog))

function Actions({ id, onEdit }: { id: number; onEdit: () => void }) {
  const mayEdit = useMay('UpdateUser')
  const mayFollow = mayOpen(SCREENS.userActivity.access, visitorOf(useUser()))
  return (
    <>
      {mayFollow && (
        <Link to={SCREENS.userActivity.path} search={{ user: id }} className="btn">
          <Activity size={16} aria-hidden="true" />
          User Activity
        </Link>
      )}
      {mayEdit && (
        <Button type="primary" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
          Edit User
        </Button>
      )}
    </>
  )
}

const toUsers = (
  <Link to={SCREENS.users.path} className="btn">
    Users management
  </Link>
)

/** One person with an account. */
export function UserDetailsScreen() {
  const params: { id?: string } = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  const [search, change] = useSearchState(UserDetailsSearch)
  const user = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined })
  const isMissing = id === undefined || user.data === null
  const isEditing = useMay('UpdateUser') && search.edit !== undefined && user.data
  return (
    <Page
      title={SCREENS.userDetails.title}
      narrow
      actions={user.data && <Actions id={user.data.id} onEdit={() => change({ edit: '1' })} />}
    >
      <div className="sheet">
        {isMissing ? (
          <Empty
            icon={<UserX size={20} aria-hidden="true" className="quiet" />}
            text={MESSAGES.noSuchUser}
            action={toUsers}
          />
        ) : user.error && !user.data ? (
          <Failed
            title={MESSAGES.userFailed}
            message={user.error.message}
            onRetry={() => void user.refetch()}
          />
        ) : user.data ? (
          <UserCard user={user.data} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      {user.data && (
        <section className="audit-person">
          <PersonAuditPanel userId={user.data.id} page={search.page} onPage={(page) => change({ page })} />
        </section>
      )}
      {isEditing && <UserDialog id={isEditing.id} onClose={() => change({ edit: undefined })} />}
    </Page>
  )
}
