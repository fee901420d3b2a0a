import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Activity, Pencil, UserX } from 'lucide-react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { User } from '#shared/features/ground/users/contract.ts'
import { Id } from '#shared/http/fields.ts'
import { useMay, useUser, visitorOf } from '#web/api/session.ts'
import { PersonAuditPanel } from '#web/features/ground/audit/person-audit-panel.tsx'
import { UserProviderPanel } from '#web/features/ground/provider/user-provider-panel.tsx'
import { serviceAccountQuery } from '#web/features/ground/service-accounts/queries.ts'
import { ServiceAccountPanel } from '#web/features/ground/service-accounts/service-account-panel.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { LeftWorkPanel } from '#web/features/people/offboarding/left-work-panel.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { MESSAGES, nameOf } from './messages.ts'
import { userQuery } from './queries.ts'
import { UserDetailsSearch } from './search.ts'
import { UserCard } from './user-card.tsx'
import { UserPermissionsPanel } from './user-permissions-panel.tsx'
import { UserSessionsPanel } from './user-sessions-panel.tsx'
import { UserTokensPanel } from './user-tokens-panel.tsx'
import { UserVisitsPanel } from './user-visits-panel.tsx'
import { UserWorkPanel } from './user-work-panel.tsx'

const UserDialog = onDemand(() => import('./user-dialog.tsx').then(({ UserDialog }) => UserDialog))
const ServiceAccountDialog = onDemand(() =>
  import('#web/features/ground/service-accounts/service-account-dialog.tsx').then(
    ({ ServiceAccountDialog }) => ServiceAccountDialog,
  ),
)

const useMayFollow = () => mayOpen(SCREENS.userActivity.access, visitorOf(useUser()))

interface ActionsProps {
  id: number
  /** A person, whose visits are recorded. */
  isPerson: boolean
  onEdit: () => void
}

function Actions({ id, isPerson, onEdit }: ActionsProps) {
  const mayEdit = useMay('UpdateUser')
  const mayFollow = useMayFollow()
  return (
    <>
      {isPerson && mayFollow && (
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
  /** The page of the audit trail. */
  page: number
  onPage: (page: number) => void
}

/** A person's data, work and permissions. */
function Person({ user, page, onPage }: PersonProps) {
  const mayFollow = useMayFollow()
  const { data: health } = useQuery(healthQuery)
  const label = health?.provider?.label
  return (
    <>
      <UserCard user={user} />
      <div className="split-columns">
        <div>
          {mayFollow && <UserVisitsPanel userId={user.id} />}
          <LeftWorkPanel user={user} />
          <UserWorkPanel userId={user.id} />
          <UserTokensPanel user={user} />
          <PersonAuditPanel userId={user.id} page={page} onPage={onPage} />
        </div>
        <div>
          <UserSessionsPanel user={user} />
          {label && <UserProviderPanel label={label} userId={user.id} name={nameOf(user)} />}
          <UserPermissionsPanel user={user} />
        </div>
      </div>
    </>
  )
}

/** The person or service account with an id. Links from the list of service accounts say what they are. */
function useHolder(id: number | undefined, isService: boolean) {
  const person = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined && !isService })
  const isProgram = isService || person.data?.is_service === true
  const account = useQuery({ ...serviceAccountQuery(id ?? 0), enabled: id !== undefined && isProgram })
  const { data, error, refetch } = isProgram ? account : person
  return {
    user: isProgram ? undefined : person.data,
    account: account.data,
    isUnknown: data === null,
    error,
    refetch,
  }
}

/** The page of a person or service account. */
export function UserDetailsScreen() {
  const params: { id?: string } = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  const [search, change] = useSearchState(UserDetailsSearch)
  const { user, account, isUnknown, error, refetch } = useHolder(id, search.kind === 'service')
  const mayEdit = useMay('UpdateUser')
  const isEditing = mayEdit && search.edit !== undefined
  const holder = user ?? account
  const close = () => change({ edit: undefined })
  const paging = { page: search.page, onPage: (page: number) => change({ page }) }
  return (
    <Page
      title={SCREENS.userDetails.title}
      actions={
        holder && <Actions id={holder.id} isPerson={Boolean(user)} onEdit={() => change({ edit: '1' })} />
      }
    >
      {user ? (
        <Person key={user.id} user={user} {...paging} />
      ) : account ? (
        <ServiceAccountPanel key={account.id} account={account} {...paging} />
      ) : id === undefined || isUnknown ? (
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
      {isEditing && user && <UserDialog id={user.id} onClose={close} />}
      {isEditing && account && <ServiceAccountDialog id={account.id} onClose={close} />}
    </Page>
  )
}
