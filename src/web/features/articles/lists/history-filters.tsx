import { Button } from 'antd'
import { UserPicker } from '#web/features/users/user-picker.tsx'
import { DateRange } from '#web/ui/date-range.tsx'
import { atRest } from '#web/ui/list/filters.ts'
import { FAILURES } from '../messages.ts'
import { HISTORY_FILTERS, HistorySearch } from '../search.ts'

interface HistoryFiltersProps {
  search: HistorySearch
  isFiltered: boolean
  onChange: (patch: Partial<HistorySearch>) => void
}

/** What takes every filter away. */
const UNFILTERED = atRest({ address: HistorySearch, filters: HISTORY_FILTERS })

/** When and by whom; sites and statuses are filtered in their column's header. */
export function HistoryFilters({ search, isFiltered, onChange }: HistoryFiltersProps) {
  return (
    <>
      <DateRange
        label="Requested At"
        from={search.createdAtBegin}
        to={search.createdAtEnd}
        onChange={(createdAtBegin, createdAtEnd) => onChange({ createdAtBegin, createdAtEnd })}
      />
      <UserPicker
        label="Users"
        value={search.users ?? []}
        failTitle={FAILURES.users}
        onChange={(users) => onChange({ users: users.length > 0 ? users : undefined })}
      />
      {isFiltered && (
        <Button type="text" onClick={() => onChange(UNFILTERED)}>
          Clear filters
        </Button>
      )}
    </>
  )
}
