import { useQuery } from '@tanstack/react-query'
import type { RoleId } from '#shared/access/roles.ts'
import { allUsersQuery, rolesQuery } from '#web/features/users/queries.ts'
import { DateRange } from '#web/ui/date-range.tsx'
import { ClearFilters } from '#web/ui/list/clear-filters.tsx'
import { Select } from '#web/ui/select.tsx'
import { MESSAGES } from './messages.ts'
import { ActivitySearch, FILTERS } from './search.ts'

const FILTERED = { address: ActivitySearch, filters: FILTERS }

interface ActivityFiltersProps {
  search: ActivitySearch
  onChange: (patch: Partial<ActivitySearch>) => void
}

const unread = (error: Error | null, title: string) => (error ? `${title} ${error.message}` : undefined)

function UserFilter({ search, onChange }: ActivityFiltersProps) {
  const { data, error, isPending } = useQuery(allUsersQuery)
  const options = (data ?? []).map(({ id, first_name, last_name, username }) => ({
    value: id,
    label: `${first_name} ${last_name}`,
    username,
  }))
  return (
    <Select
      aria-label="User"
      className="activity-user"
      placeholder="All users"
      allowClear
      loading={isPending}
      value={isPending ? undefined : search.user}
      options={options}
      showSearch={{
        filterOption: (typed, option) =>
          `${option?.label} ${option?.username}`.toLowerCase().includes(typed.toLowerCase()),
      }}
      optionRender={({ data: { label, username } }) => (
        <>
          {label}
          <div className="meta">{username}</div>
        </>
      )}
      notFoundContent={unread(error, MESSAGES.peopleFailed) ?? 'Nobody of this name'}
      onChange={(user: number | undefined) => onChange({ user, page: 1 })}
    />
  )
}

function RoleFilter({ search, onChange }: ActivityFiltersProps) {
  const { data, error, isPending } = useQuery(rolesQuery)
  return (
    <Select
      aria-label="Role"
      className="activity-role"
      placeholder="All roles"
      allowClear
      loading={isPending}
      value={isPending ? undefined : search.role}
      options={(data ?? []).map(({ id, description }) => ({ value: id, label: description }))}
      notFoundContent={unread(error, 'Roles could not be searched.')}
      onChange={(role: RoleId | undefined) => onChange({ role, page: 1 })}
    />
  )
}

/** Whose visits, in which role, on which days. */
export function ActivityFilters({ search, onChange }: ActivityFiltersProps) {
  return (
    <search className="activity-filters">
      <UserFilter search={search} onChange={onChange} />
      <RoleFilter search={search} onChange={onChange} />
      <DateRange
        label="Visited"
        from={search.from}
        to={search.to}
        onChange={(from, to) => onChange({ from, to, page: 1 })}
      />
      <ClearFilters of={FILTERED} search={search} onChange={onChange} />
    </search>
  )
}
