interface AvatarProps {
  firstName: string
  lastName: string
  size?: 24 | 32 | 48
}

const TINTS = 8

/** The same name always has the same tint. */
function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum % TINTS) + 1
}

/** A person's initials; decoration only, the name stands beside it. */
export function Avatar({ firstName, lastName, size = 24 }: AvatarProps) {
  const initials = `${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}`.toUpperCase()
  return (
    <span
      className="avatar"
      data-tint={tintOf(`${firstName} ${lastName}`)}
      data-size={size}
      aria-hidden="true"
    >
      {initials}
    </span>
  )
}
