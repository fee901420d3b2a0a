import { useQuery } from '@tanstack/react-query'
import { ACT_NAMES, type Act, AUDIT_NOUNS, type AuditNoun } from '#shared/features/audit/rules.ts'
import { allUsersQuery } from '#web/features/users/queries.ts'
import { DateRange } from '#web/ui/date-range.tsx'
import { ClearFilters } from '#web/ui/list/clear-filters.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { actLabel, nounLabel } from './messages.ts'
import { AUDIT_FILTERS, AuditSearch } from './search.ts'

const FILTERED = { address: AuditSearch, filters: AUDIT_FILTERS }

const ACT_OPTIONS = ACT_NAMES.map((value) => ({ value, label: actLabel(value) }))
const NOUN_OPTIONS = AUDIT_NOUNS.map((value) => ({ value, label: nounLabel(value) }))

const byLabel = (typed: string, option: { label?: unknown } | undefined) =>
  String(option?.label).toLowerCase().includes(typed.toLowerCase())

interface AuditFiltersProps {
  search: AuditSearch
  onChange: (patch: Partial<AuditSearch>) => void
}

/** Whose acts, which ones, on what, on which days. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { data, isPending } = useQuery(allUsersQuery)
  const people = (data ?? []).map(({ id, first_name: first, last_name: last }) => ({
    value: id,
    label: `${first} ${last}`,
  }))
  return (
    <search className="audit-filters">
      <Select
        aria-label="Person"
        className="audit-filter"
        placeholder="All people"
        allowClear
        loading={isPending}
        value={isPending ? undefined : search.user}
        options={people}
        showSearch={{ filterOption: byLabel }}
        onChange={(user: number | undefined) => onChange({ user, page: 1 })}
      />
      <Select
        aria-label="Act"
        className="audit-filter"
        placeholder="All acts"
        allowClear
        value={search.act}
        options={ACT_OPTIONS}
        showSearch={{ filterOption: byLabel }}
        onChange={(act: Act | undefined) => onChange({ act, page: 1 })}
      />
      <Select
        aria-label="On what"
        className="audit-filter"
        placeholder="On anything"
        allowClear
        value={search.noun}
        options={NOUN_OPTIONS}
        onChange={(noun: AuditNoun | undefined) => onChange({ noun, of: undefined, page: 1 })}
      />
      {search.noun !== undefined && (
        <SearchBox
          label={`Number of the ${nounLabel(search.noun).toLowerCase()}`}
          value={search.of ?? ''}
          maxLength={100}
          onSearch={(of) => onChange({ of: of === '' ? undefined : of, page: 1 })}
        />
      )}
      <DateRange
        label="Done"
        from={search.from}
        to={search.to}
        onChange={(from, to) => onChange({ from, to, page: 1 })}
      />
      <ClearFilters of={FILTERED} search={search} onChange={onChange} />
    </search>
  )
}
