import { useState } from 'react'
import type { HeldWork } from '#shared/features/people/offboarding/contract.ts'
import { neededOf } from '#shared/features/people/offboarding/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import {
  type FoundPerson,
  fitsTyped,
  nobodyNote,
  searchedIn,
  useUserSearch,
} from '#web/features/ground/users/use-user-search.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { MESSAGES, staysWords } from './messages.ts'

interface HeirPickerProps {
  id: string
  /** The leaving user, who cannot be chosen. */
  leaver: string
  work: HeldWork
  heir: FoundPerson | null
  onChange: (heir: FoundPerson | null) => void
}

/** Chooses the heir of the open work with a search, and shows the work that the heir would not get. */
export function HeirPicker({ id, leaver, work, heir, onChange }: HeirPickerProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useUserSearch(typed, isOpen, neededOf(work))
  useFailureNotice(found.error, MESSAGES.peopleFailed)
  const others = found.people.filter(({ username }) => username.toLowerCase() !== leaver.toLowerCase())
  const people =
    heir === null || others.some(({ id: other }) => other === heir.id) ? others : [heir, ...others]
  const stays = heir === null ? null : staysWords(work, heir)
  return (
    <>
      <Select<number, { value: number; label: string; words: string; email: string }>
        id={id}
        className="offboarding-heir"
        placeholder="No one: leave it as is"
        allowClear
        value={heir?.id ?? null}
        loading={isOpen && found.isSearching}
        showSearch={{
          filterOption: (input, option) => fitsTyped(option?.words ?? '', input),
          onSearch: setTyped,
        }}
        onOpenChange={setOpen}
        onChange={(chosen: number | undefined) => onChange(people.find((user) => user.id === chosen) ?? null)}
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
      {stays !== null && <Alert kind="note" title={stays} />}
    </>
  )
}
