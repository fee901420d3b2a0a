import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { User } from '#shared/features/ground/users/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { ActiveBadge } from './active-badge.tsx'
import { MESSAGES, nameOf } from './messages.ts'
import { userQuery, usersQuery, useSendTestEmail } from './queries.ts'
import { RoleBadge } from './role-badge.tsx'
import { PeopleSearch } from './search.ts'
import { UserBadge } from './user-badge.tsx'

function LastSignIn({ user }: { user: User }) {
  const { data: health } = useQuery(healthQuery)
  if (user.last_sign_in_at) return <Moment moment={user.last_sign_in_at} />
  if (user.confirmed) return <span className="quiet">Never</span>
  // Only the sample workspace keeps its mails.
  return health?.sample ? (
    <Link to={SCREENS.outbox.path}>Invited</Link>
  ) : (
    <span className="quiet">Invited</span>
  )
}

function TestEmailButton({ user }: { user: User }) {
  const send = useSendTestEmail()
  return (
    <Button
      size="small"
      icon={<Mail aria-hidden="true" />}
      loading={send.isPending}
      aria-label={`Send Test Email to ${nameOf(user)}`}
      onClick={() => send.mutate(user)}
    >
      Send Test Email
    </Button>
  )
}

function EditButton({ user, onEdit }: { user: User; onEdit: () => void }) {
  const queries = useQueryClient()
  const prepare = () => void queries.prefetchQuery(userQuery(user.id))
  return (
    <Button
      size="small"
      icon={<Pencil aria-hidden="true" />}
      aria-label={`Edit ${nameOf(user)}`}
      onClick={onEdit}
      onMouseEnter={prepare}
      onFocus={prepare}
    >
      Edit
    </Button>
  )
}

const NAME: TableColumn<User> = {
  key: 'first_name',
  title: 'Name',
  place: 'name',
  sortable: true,
  required: true,
  render: (user) => <UserBadge user={user} />,
}
/** On a narrow screen the email is below the name, so that role and state fit. */
const NAME_AND_EMAIL: TableColumn<User> = {
  ...NAME,
  render: (user) => <UserBadge user={user} note={user.username} />,
}
const EMAIL: TableColumn<User> = {
  key: 'username',
  title: 'Email',
  sortable: true,
  render: ({ username }) => username,
}

const STANDING: readonly TableColumn<User>[] = [
  {
    key: 'role',
    title: 'Role',
    sortable: true,
    place: 'note',
    render: ({ role }) => <RoleBadge role={role} />,
  },
  {
    key: 'active',
    title: 'Status',
    sortable: true,
    place: 'figure',
    render: ({ active }) => <ActiveBadge active={active} />,
  },
  {
    key: 'sign_in_count',
    title: 'Sign-ins',
    place: 'state',
    numeric: true,
    labelled: true,
    render: (user) => <Count value={user.sign_in_count} />,
  },
  {
    key: 'last_sign_in_at',
    title: 'Last sign in',
    place: 'foot',
    labelled: true,
    sortable: true,
    render: (user) => <LastSignIn user={user} />,
  },
]

function useColumns(onEdit: (id: number) => void): readonly TableColumn<User>[] {
  const mayEdit = useMay('UpdateUser')
  const mayMail = useMay('ManageFeatureFlags')
  const isNarrow = useMedia(NARROW)
  return useMemo(() => {
    const columns = isNarrow ? [NAME_AND_EMAIL, ...STANDING] : [NAME, EMAIL, ...STANDING]
    if (!mayEdit && !mayMail) return columns
    const actions: TableColumn<User> = {
      key: 'actions',
      title: 'Actions',
      place: 'actions',
      required: true,
      numeric: true,
      render: (user) => (
        <span className="user-actions inline-row align-stretch gap-4">
          {mayMail && <TestEmailButton user={user} />}
          {mayEdit && <EditButton user={user} onEdit={() => onEdit(user.id)} />}
        </span>
      ),
    }
    return [...columns, actions]
  }, [isNarrow, mayEdit, mayMail, onEdit])
}

const USERS: ListOf<User, PeopleSearch> = {
  name: 'users',
  label: 'Users',
  address: PeopleSearch,
  filters: ['query'],
  size: PAGE_SIZE,
  rowKey: ({ id }) => id,
  failTitle: MESSAGES.usersFailed,
  empty: 'No users yet.',
  unmatched: {
    text: ({ query }) => `No user’s name or email (before the @) contains “${query}”.`,
    clear: 'Show all users',
  },
}

interface UsersTableProps {
  search: PeopleSearch
  onChange: (patch: object) => void
  onOpen: (id: number) => void
  onEdit: (id: number) => void
}

/** The users that match the search. */
export function UsersTable({ search, onChange, onOpen, onEdit }: UsersTableProps) {
  return (
    <List
      of={USERS}
      search={search}
      onChange={onChange}
      query={useQuery(usersQuery(search))}
      columns={useColumns(onEdit)}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}
