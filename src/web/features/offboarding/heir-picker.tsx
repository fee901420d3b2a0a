import { useState } from 'react'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { fitsTyped, nobodyNote, searchedIn, useUserSearch } from '#web/features/users/use-user-search.ts'
import { Select } from '#web/ui/select.tsx'
import { MESSAGES } from './messages.ts'

interface HeirPickerProps {
  id: string
  /** Whoever leaves gets nothing. */
  leaver: string
  onChange: (id: number | null) => void
}

/** Without it nobody can go on with an article. */
const MAY_WRITE = 'CreateArticle'

/** Who gets the open articles, searched as one types. */
export function HeirPicker({ id, leaver, onChange }: HeirPickerProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useUserSearch(typed, isOpen, MAY_WRITE)
  useFailureNotice(found.error, MESSAGES.peopleFailed)
  const people = found.people.filter(({ username }) => username.toLowerCase() !== leaver.toLowerCase())
  return (
    <Select<number, { value: number; label: string; words: string; email: string }>
      id={id}
      className="offboarding-heir"
      placeholder="Nobody: they stay"
      allowClear
      loading={isOpen && found.isSearching}
      showSearch={{
        filterOption: (input, option) => fitsTyped(option?.words ?? '', input),
        onSearch: setTyped,
      }}
      onOpenChange={setOpen}
      onChange={(chosen: number | undefined) => onChange(chosen ?? null)}
      options={people.map((user) => ({
        value: user.id,
        label: fullName(user),
        email: user.username,
        words: searchedIn(user),
      }))}
      optionRender={({ data }) => (
        <span className="two-lines">
          {data.label}
          <span className="meta">{data.email}</span>
        </span>
      )}
      notFoundContent={nobodyNote(found, MESSAGES.peopleFailed)}
    />
  )
}
