import { useState } from 'react'
import type { UserName } from '#shared/features/ground/users/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Select } from '#web/ui/input/select.tsx'
import { fitsTyped, nobodyNote, searchedIn, useUserSearch, useUsersByIds } from './use-user-search.ts'

interface UserPickerProps {
  label: string
  value: readonly number[]
  onChange: (ids: number[]) => void
  failTitle: string
}

const optionOf = (user: UserName) => ({
  value: user.id,
  label: fullName(user),
  email: user.username,
  words: searchedIn(user),
})

/** A picker of several people with a search. */
export function UserPicker({ label, value, onChange, failTitle }: UserPickerProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useUserSearch(typed, isOpen)
  const chosen = useUsersByIds(value)
  useFailureNotice(found.error ?? chosen.error, failTitle)

  const known = new Map([...(chosen.data ?? []), ...found.people].map((user) => [user.id, user]))
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={label}
      className="filter-control"
      value={[...value]}
      loading={isOpen && found.isSearching}
      maxTagCount="responsive"
      showSearch={{
        filterOption: (input, option) => fitsTyped(option?.words ?? '', input),
        searchValue: typed,
        onSearch: setTyped,
      }}
      onOpenChange={setOpen}
      onChange={(ids: number[]) => {
        onChange(ids)
        setTyped('')
      }}
      options={[...known.values()].map(optionOf)}
      optionRender={({ data }) => (
        <span className="two-lines">
          {data.label}
          <span className="meta">{data.email}</span>
        </span>
      )}
      notFoundContent={nobodyNote(found, failTitle)}
      allowClear
    />
  )
}
