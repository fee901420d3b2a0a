import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LockKeyhole, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { SampleMailNote } from '#web/features/ground/system/sample-mail-note.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { usersQuery } from './queries.ts'
import { UsersSearch } from './search.ts'
import { UsersTable } from './users-table.tsx'

const UserDialog = onDemand(() => import('./user-dialog.tsx').then(({ UserDialog }) => UserDialog))

/** All users. */
export function UsersScreen() {
  const [search, change] = useSearchState(UsersSearch)
  const navigate = useNavigate()
  const [hasInvited, setInvited] = useState(false)
  const users = useQuery(usersQuery(search))
  const mayCreate = useMay('CreateUser')
  const mayUpdate = useMay('UpdateUser')

  const edit = useCallback((id: number) => change({ user: id }), [change])
  const close = () => change({ user: undefined, new: undefined })
  const isNew = mayCreate && search.new !== undefined
  const editedId = mayUpdate ? search.user : undefined

  return (
    <Page
      title={SCREENS.users.title}
      count={users.data?.total}
      search={
        <SearchBox
          label="Search by name or email"
          value={search.query}
          onSearch={(query) => change({ query, page: 1 }, { replace: true })}
        />
      }
      actions={
        <>
          <Link to={SCREENS.signInRules.path} className="btn">
            <LockKeyhole aria-hidden="true" />
            {SCREENS.signInRules.title}
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
      <UsersTable
        search={search}
        onChange={change}
        onEdit={edit}
        onOpen={(id) => void navigate({ to: SCREENS.userDetails.path, params: { id: String(id) } })}
      />
      {isNew && <UserDialog id={null} onClose={close} onSaved={() => setInvited(true)} />}
      {!isNew && editedId !== undefined && <UserDialog key={editedId} id={editedId} onClose={close} />}
    </Page>
  )
}
