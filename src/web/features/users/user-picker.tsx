import { useState } from 'react'
import type { UserName } from '#shared/features/users/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Select } from '#web/ui/select.tsx'
import { useUserSearch, useUsersByIds } from './use-user-search.ts'

interface UserPickerProps {
  label: string
  value: readonly number[]
  onChange: (ids: number[]) => void
  failTitle: string
}

const optionOf = (user: UserName) => ({
  value: user.id,
  label: `${user.first_name} ${user.last_name}`,
  email: user.username,
})

/** Several people, searched as one types. */
export function UserPicker({ label, value, onChange, failTitle }: UserPickerProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useUserSearch(typed, isOpen)
  const chosen = useUsersByIds(value)
  useFailureNotice(found.error ?? chosen.error, failTitle)

  const known = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((user) => [user.id, user]))
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={label}
      className="filter-control"
      value={[...value]}
      loading={found.isFetching}
      maxTagCount="responsive"
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={setOpen}
      onChange={(ids: number[]) => {
        onChange(ids)
        setTyped('')
      }}
      options={[...known.values()].map(optionOf)}
      optionRender={({ data }) => (
        <span className="stacked">
          {data.label}
          <span className="meta">{data.email}</span>
        </span>
      )}
      notFoundContent={found.isFetching ? 'Searching …' : 'Nobody by that name'}
      allowClear
    />
  )
}
