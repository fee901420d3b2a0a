import { useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Select } from '#web/ui/input/select.tsx'
import { type FoundPerson, fitsTyped, nobodyNote, searchedIn, useUserSearch } from './use-user-search.ts'

interface PersonPickerProps {
  id: string
  /** The chosen person. */
  person: { id: number; name: string } | null
  onChange: (person: FoundPerson | null) => void
  placeholder: string
  failTitle: string
  className?: string
  allowClear?: boolean
  hasError?: boolean
  /** Only people with this permission. */
  holding?: Permission | undefined
  /** People who cannot be chosen. */
  isLeftOut?: (person: FoundPerson) => boolean
}

interface Option {
  value: number
  label: string
  words: string
  email: string
}

const optionOf = (user: FoundPerson): Option => ({
  value: user.id,
  label: fullName(user),
  email: user.username,
  words: searchedIn(user),
})

/** A picker of one person with a search. */
export function PersonPicker(props: PersonPickerProps) {
  const { id, person, onChange, placeholder, failTitle, isLeftOut, hasError = false } = props
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useUserSearch(typed, isOpen, props.holding)
  useFailureNotice(found.error, failTitle)
  const people = found.people.filter((each) => !isLeftOut?.(each))
  const isMissing = person !== null && people.every((each) => each.id !== person.id)
  const chosen = isMissing ? [{ value: person.id, label: person.name, words: person.name, email: '' }] : []
  return (
    <Select<number, Option>
      id={id}
      {...(props.className === undefined ? {} : { className: props.className })}
      placeholder={placeholder}
      allowClear={props.allowClear ?? false}
      value={person?.id ?? null}
      loading={isOpen && found.isSearching}
      {...(hasError ? { status: 'error' as const } : {})}
      showSearch={{
        filterOption: (input, option) => fitsTyped(option?.words ?? '', input),
        onSearch: setTyped,
      }}
      onOpenChange={setOpen}
      onChange={(next: number | undefined) => {
        if (next !== person?.id) onChange(people.find((user) => user.id === next) ?? null)
      }}
      options={[...chosen, ...people.map(optionOf)]}
      optionRender={({ data }) => (
        <span className="two-lines">
          {data.label}
          {data.email !== '' && <span className="meta">{data.email}</span>}
        </span>
      )}
      notFoundContent={nobodyNote(found, failTitle)}
    />
  )
}
