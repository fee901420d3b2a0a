import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LockKeyhole, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { serviceAccountsQuery } from '#web/features/ground/service-accounts/queries.ts'
import { ServiceAccountsPanel } from '#web/features/ground/service-accounts/service-accounts-panel.tsx'
import { SampleMailNote } from '#web/features/ground/system/sample-mail-note.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { KindRow } from './kind-row.tsx'
import { usersQuery } from './queries.ts'
import { peopleSearchOf, serviceSearchOf, UsersSearch } from './search.ts'
import { UsersTable } from './users-table.tsx'

const UserDialog = onDemand(() => import('./user-dialog.tsx').then(({ UserDialog }) => UserDialog))
const ServiceAccountDialog = onDemand(() =>
  import('#web/features/ground/service-accounts/service-account-dialog.tsx').then(
    ({ ServiceAccountDialog }) => ServiceAccountDialog,
  ),
)

interface DialogsProps {
  search: UsersSearch
  onClose: () => void
  onInvited: () => void
  onOpen: (id: number, kind?: 'service') => void
}

/** The form that the address names, for users who may use it. */
function Dialogs({ search, onClose, onInvited, onOpen }: DialogsProps) {
  const mayCreate = useMay('CreateUser')
  const mayUpdate = useMay('UpdateUser')
  const { kind, user: id, new: fresh } = search
  if (mayCreate && fresh === '1') return <UserDialog id={null} onClose={onClose} onSaved={onInvited} />
  if (mayCreate && fresh === 'service')
    return (
      <ServiceAccountDialog
        id={null}
        onClose={onClose}
        onSaved={(account) => onOpen(account.id, 'service')}
      />
    )
  if (!mayUpdate || id === undefined) return null
  return kind === 'service' ? (
    <ServiceAccountDialog key={id} id={id} onClose={onClose} />
  ) : (
    <UserDialog key={id} id={id} onClose={onClose} />
  )
}

/** All users, or all service accounts. */
export function UsersScreen() {
  const [search, change] = useSearchState(UsersSearch)
  const navigate = useNavigate()
  const [hasInvited, setInvited] = useState(false)
  const isService = search.kind === 'service'
  const people = useQuery({ ...usersQuery(peopleSearchOf(search)), enabled: !isService })
  const accounts = useQuery({ ...serviceAccountsQuery(serviceSearchOf(search)), enabled: isService })
  const mayCreate = useMay('CreateUser')

  const edit = useCallback((id: number) => change({ user: id }), [change])
  const open = (id: number, kind?: 'service') =>
    void navigate({
      to: SCREENS.userDetails.path,
      params: { id: String(id) },
      search: { kind },
      ignoreBlocker: true,
    })

  return (
    <Page
      title={SCREENS.users.title}
      count={(isService ? accounts : people).data?.total}
      search={
        <SearchBox
          label={isService ? 'Search by name' : 'Search by name or email'}
          value={search.query}
          onSearch={(query) => change({ query, page: 1 }, { replace: true })}
        />
      }
      actions={
        <>
          <Link
            to={SCREENS.signInRules.path}
            className="rules-link btn"
            aria-label={SCREENS.signInRules.title}
          >
            <LockKeyhole aria-hidden="true" />
            <span className="wide-only">{SCREENS.signInRules.title}</span>
          </Link>
          {mayCreate && (
            <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={() => change({ new: '1' })}>
              New User
            </Button>
          )}
        </>
      }
    >
      {hasInvited && <SampleMailNote />}
      <KindRow search={search} onChange={change} />
      {isService ? (
        <ServiceAccountsPanel
          search={serviceSearchOf(search)}
          onChange={change}
          onEdit={edit}
          onOpen={(id) => open(id, 'service')}
        />
      ) : (
        <UsersTable search={peopleSearchOf(search)} onChange={change} onEdit={edit} onOpen={open} />
      )}
      <Dialogs
        search={search}
        onClose={() => change({ user: undefined, new: undefined })}
        onInvited={() => setInvited(true)}
        onOpen={open}
      />
    </Page>
  )
}
