import type { ReactNode } from 'react'
import { fullName, type Named } from '#shared/format/full-name.ts'

interface AvatarProps {
  person: Named
  size?: 24 | 32 | 48
}

const TINTS = 8

/** A tint derived from the name, so that it stays the same. */
function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum % TINTS) + 1
}

/** A person's initials; decorative only, the name is beside it. */
export function Avatar({ person, size = 24 }: AvatarProps) {
  const { first_name: first, last_name: last } = person
  const initials = `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
  return (
    <span className="avatar" data-tint={tintOf(fullName(person))} data-size={size} aria-hidden="true">
      {initials}
    </span>
  )
}

interface PersonProps {
  person: Named
  /** A secondary line below the name. */
  note?: ReactNode
  /** The name, if it is not plain text but a link. */
  children?: ReactNode
}

/** A person: initials beside the name. */
export function Person({ person, note, children = fullName(person) }: PersonProps) {
  return (
    <span className="person">
      <Avatar person={person} />
      <span>
        {children}
        {note && <span className="meta">{note}</span>}
      </span>
    </span>
  )
}
