import { useEffect, useState } from 'react'

const KEY = 'copydesk.db-query'

function kept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** What is typed, kept in this tab: leaving the screen, or being signed out, loses nothing. */
export function useStatement() {
  const [statement, setStatement] = useState(kept)
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, statement)
    } catch {
      // Without room to keep it, it is there as long as the screen is.
    }
  }, [statement])
  return [statement, setStatement] as const
}
