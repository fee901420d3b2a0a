import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ServiceAccount } from '#shared/features/ground/service-accounts/contract.ts'
import { endsSoon } from '#shared/features/ground/tokens/form.ts'
import { UNUSED_DAYS } from '#shared/features/ground/tokens/rules.ts'
import { daysBetween } from '#shared/format/day.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { ActiveBadge } from '#web/features/ground/users/active-badge.tsx'
import { RoleBadge } from '#web/features/ground/users/role-badge.tsx'
import { Count } from '#web/ui/cells/count.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { useDayOf, useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { MESSAGES, unmatched } from './messages.ts'
import { serviceAccountsQuery } from './queries.ts'
import { ServiceAccountsSearch } from './search.ts'
import { ServiceMark } from './service-mark-badge.tsx'

function Name({ account: { id, name, purpose } }: { account: ServiceAccount }) {
  return (
    <span className="person">
      <ServiceMark />
      <span>
        <Link to={SCREENS.userDetails.path} params={{ id: String(id) }} search={{ kind: 'service' }}>
          {name}
        </Link>
        {purpose !== '' && <span className="meta service-purpose">{purpose}</span>}
      </span>
    </span>
  )
}

function Owner({ account: { owner } }: { account: ServiceAccount }) {
  return owner.active ? owner.name : <span className="bad-text">{owner.name}, locked</span>
}

function LastUse({ account: { last_used_at: at, last_address: address } }: { account: ServiceAccount }) {
  const today = useToday()
  const day = useDayOf(at ?? new Date())
  if (at === null) return <span className="quiet">Never</span>
  const isUnused = daysBetween(day, today) >= UNUSED_DAYS
  return (
    <span className="two-lines">
      <span className={isUnused ? 'warn-text' : undefined}>
        <RelativeTime moment={at} />
      </span>
      {address !== null && (
        <span className="meta">
          from <span className="tabular">{address}</span>
        </span>
      )}
    </span>
  )
}

function Standing({ account: { active, next_end_at: end } }: { account: ServiceAccount }) {
  const today = useToday()
  const day = useDayOf(end ?? new Date())
  if (!active || end === null || !endsSoon(end, new Date())) return <ActiveBadge active={active ? 1 : 0} />
  const days = daysBetween(today, day)
  const when = days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  return <StatusBadge label={`Ends ${when}`} tone="warn" />
}

const COLUMNS: readonly TableColumn<ServiceAccount>[] = [
  {
    key: 'name',
    title: 'Name',
    place: 'name',
    sortable: true,
    required: true,
    render: (account) => <Name account={account} />,
  },
  {
    key: 'role',
    title: 'Role',
    place: 'note',
    sortable: true,
    render: ({ role }) => <RoleBadge role={role} />,
  },
  {
    key: 'owner',
    title: 'Owner',
    sortable: true,
    labelled: true,
    render: (account) => <Owner account={account} />,
  },
  {
    key: 'tokens',
    title: 'Tokens',
    place: 'state',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ tokens }) => <Count value={tokens} />,
  },
  {
    key: 'last_used_at',
    title: 'Last used',
    place: 'foot',
    sortable: true,
    labelled: true,
    render: (account) => <LastUse account={account} />,
  },
  {
    key: 'active',
    title: 'Status',
    place: 'figure',
    sortable: true,
    render: (account) => <Standing account={account} />,
  },
]

function useColumns(onEdit: (id: number) => void): readonly TableColumn<ServiceAccount>[] {
  const mayEdit = useMay('UpdateUser')
  return useMemo(() => {
    if (!mayEdit) return COLUMNS
    return [
      ...COLUMNS,
      {
        key: 'actions',
        title: 'Actions',
        place: 'actions',
        required: true,
        numeric: true,
        render: ({ id, name }: ServiceAccount) => (
          <Button
            size="small"
            icon={<Pencil aria-hidden="true" />}
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(id)}
          >
            Edit
          </Button>
        ),
      },
    ]
  }, [mayEdit, onEdit])
}

const SERVICE_ACCOUNTS: ListOf<ServiceAccount, ServiceAccountsSearch> = {
  name: 'service-accounts',
  label: 'Service accounts',
  address: ServiceAccountsSearch,
  filters: ['query'],
  size: PAGE_SIZE,
  usual: 3,
  rowKey: ({ id }) => id,
  failTitle: MESSAGES.failed,
  empty: MESSAGES.none,
  unmatched: { text: ({ query }) => unmatched(query), clear: 'Show all service accounts' },
}

interface ServiceAccountsPanelProps {
  search: ServiceAccountsSearch
  onChange: (patch: object) => void
  onOpen: (id: number) => void
  onEdit: (id: number) => void
}

/** The service accounts that match the search. */
export function ServiceAccountsPanel({ search, onChange, onOpen, onEdit }: ServiceAccountsPanelProps) {
  return (
    <>
      <List
        of={SERVICE_ACCOUNTS}
        search={search}
        onChange={onChange}
        query={useQuery(serviceAccountsQuery(search))}
        columns={useColumns(onEdit)}
        onOpen={({ id }) => onOpen(id)}
      />
      <p className="meta service-what mt-12">{MESSAGES.what}</p>
    </>
  )
}
