import { useCallback, useState } from 'react'
import { ownKey } from '#web/api/session.ts'

const key = () => ownKey('keyword-research')
const MOST = 5

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** The user's latest lookups in this browser, latest first, and a function that adds one. */
export function useEarlier() {
  const [earlier, setEarlier] = useState(read)
  const remember = useCallback((keyword: string) => {
    const next = [keyword, ...read().filter((each) => each !== keyword)].slice(0, MOST)
    setEarlier(next)
    try {
      localStorage.setItem(key(), JSON.stringify(next))
    } catch {
      // Without storage it lasts until the page is left.
    }
  }, [])
  return { earlier, remember }
}
