import './factors.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { ownKey, useUser } from '#web/api/session.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { dueWords, MESSAGES } from './messages.ts'
import { factorsQuery } from './queries.ts'

const dismissedKey = () => ownKey('second-factor-note')

function Note({ day, today }: { day: string; today: string }) {
  const { data: factors } = useQuery(factorsQuery)
  const [dismissedOn, setDismissedOn] = useState(() => localStorage.getItem(dismissedKey()))
  if (dismissedOn === today) return null
  const dismiss = () => {
    localStorage.setItem(dismissedKey(), today)
    setDismissedOn(today)
  }
  return (
    <aside className="due-note alert warn" aria-label="Second factor">
      <TriangleAlert size={16} aria-hidden="true" />
      <p>
        <b>{dueWords(day, today)}</b> {MESSAGES.dueReason}
      </p>
      {factors && (
        <Link className="btn btn-small" to={SCREENS.profile.path} search={{ tab: 'sign-in' }}>
          {factors.passkeys_fault === null ? 'Set up a passkey' : 'Set up an authenticator app'}
        </Link>
      )}
      <IconButton label="Hide until tomorrow" onClick={dismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </aside>
  )
}

/** Tells users who will need a second factor, on every page until they hide it for the day. */
export function DueNote() {
  const day = useUser()?.second_factor_due
  const today = useToday()
  return day === undefined ? null : <Note day={day} today={today} />
}
