import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Activity, Pencil, UserX } from 'lucide-react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { User } from '#shared/features/ground/users/contract.ts'
import { Id } from '#shared/http/fields.ts'
import { useMay, useUser, visitorOf } from '#web/api/session.ts'
import { PersonAuditPanel } from '#web/features/ground/audit/person-audit-panel.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { LeftWorkPanel } from '#web/features/people/offboarding/left-work-panel.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { MESSAGES } from './messages.ts'
import { userQuery } from './queries.ts'
import { UserDetailsSearch } from './search.ts'
import { UserCard } from './user-card.tsx'
import { UserPermissionsPanel } from './user-permissions-panel.tsx'
import { UserSessionsPanel } from './user-sessions-panel.tsx'
import { UserVisitsPanel } from './user-visits-panel.tsx'
import { UserWorkPanel } from './user-work-panel.tsx'

const UserDialog = onDemand(() => import('./user-dialog.tsx').then(({ UserDialog }) => UserDialog))

const useMayFollow = () => mayOpen(SCREENS.userActivity.access, visitorOf(useUser()))

function Actions({ id, onEdit }: { id: number; onEdit: () => void }) {
  const mayEdit = useMay('UpdateUser')
  return (
    <>
      {useMayFollow() && (
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

interface PersonProps {
  user: User
  /** The page of the audit log. */
  page: number
  onPage: (page: number) => void
}

/** A person's data, work and permissions. */
function Person({ user, page, onPage }: PersonProps) {
  const mayFollow = useMayFollow()
  return (
    <>
      <UserCard user={user} />
      <div className="split-columns">
        <div>
          {mayFollow && <UserVisitsPanel userId={user.id} />}
          <LeftWorkPanel user={user} />
          <UserWorkPanel userId={user.id} />
          <PersonAuditPanel userId={user.id} page={page} onPage={onPage} />
        </div>
        <div>
          <UserSessionsPanel user={user} />
          <UserPermissionsPanel user={user} />
        </div>
      </div>
    </>
  )
}

/** The page of a person with an account. */
export function UserDetailsScreen() {
  const params: { id?: string } = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  const [search, change] = useSearchState(UserDetailsSearch)
  const { data: user, error, refetch } = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined })
  const isEditing = useMay('UpdateUser') && search.edit !== undefined && user
  return (
    <Page
      title={SCREENS.userDetails.title}
      actions={user && <Actions id={user.id} onEdit={() => change({ edit: '1' })} />}
    >
      {user ? (
        <Person key={user.id} user={user} page={search.page} onPage={(page) => change({ page })} />
      ) : id === undefined || user === null ? (
        <DeadEnd
          icon={<UserX size={20} aria-hidden="true" />}
          title={MESSAGES.noSuchUser}
          ways={['users', 'userActivity']}
        />
      ) : (
        <div className="sheet">
          {error ? (
            <Failed title={MESSAGES.userFailed} message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={6} />
          )}
        </div>
      )}
      {isEditing && <UserDialog id={isEditing.id} onClose={() => change({ edit: undefined })} />}
    </Page>
  )
}
