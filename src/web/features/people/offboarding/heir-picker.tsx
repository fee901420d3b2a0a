import type { HeldWork } from '#shared/features/people/offboarding/contract.ts'
import { neededOf } from '#shared/features/people/offboarding/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { PersonPicker } from '#web/features/ground/users/person-picker.tsx'
import type { FoundPerson } from '#web/features/ground/users/use-user-search.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
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
  const stays = heir === null ? null : staysWords(work, heir)
  return (
    <>
      <PersonPicker
        id={id}
        className="offboarding-heir"
        placeholder="No one: leave it as is"
        allowClear
        person={heir && { id: heir.id, name: fullName(heir) }}
        holding={neededOf(work)}
        isLeftOut={({ username }) => username.toLowerCase() === leaver.toLowerCase()}
        failTitle={MESSAGES.peopleFailed}
        onChange={onChange}
      />
      {stays !== null && <Alert kind="note" title={stays} />}
    </>
  )
}
