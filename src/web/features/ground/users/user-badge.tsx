import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { fullName, type Named } from '#shared/format/full-name.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { Person } from '#web/ui/cells/person.tsx'

interface UserBadgeProps {
  user: Named & { id: number }
  /** A secondary line below the name. */
  note?: ReactNode
}

/** A user; links to their details if the current user may open them. */
export function UserBadge({ user, note }: UserBadgeProps) {
  const isOpen = mayOpen(SCREENS.userDetails.access, visitorOf(useUser()))
  return (
    <Person person={user} note={note}>
      {isOpen ? (
        <Link to={SCREENS.userDetails.path} params={{ id: String(user.id) }}>
          {fullName(user)}
        </Link>
      ) : (
        fullName(user)
      )}
    </Person>
  )
}
