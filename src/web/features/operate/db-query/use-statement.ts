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

/** The typed statement, stored per user in this tab: it survives leaving the screen, and a session that ends by itself. */
export function useStatement() {
  const [statement, setStatement] = useState(kept)
  useEffect(() => {
    try {
      sessionStorage.setItem(key(), statement)
    } catch {
      // Without storage it lasts as long as the screen is open.
    }
  }, [statement])
  return [statement, setStatement] as const
}
