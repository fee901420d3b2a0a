import { useEffect, useState } from 'react'
import { ownKey } from '#web/api/session.ts'

const key = () => ownKey('db-query')

function kept(): string {
  try {
    return sessionStorage.getItem(key()) ?? ''
  } catch {
    return ''
  }
}

/** The typed statement, kept in this tab for its user: leaving the screen or being signed out loses nothing. */
export function useStatement() {
  const [statement, setStatement] = useState(kept)
  useEffect(() => {
    try {
      sessionStorage.setItem(key(), statement)
    } catch {
      // Without room to keep it, it is there as long as the screen is.
    }
  }, [statement])
  return [statement, setStatement] as const
}
