import { useCallback, useState } from 'react'

const KEY = 'copydesk.keyword-research'
const MOST = 5

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** What was looked up in this browser before, the latest first, and how another is remembered. */
export function useEarlier() {
  const [earlier, setEarlier] = useState(read)
  const remember = useCallback((keyword: string) => {
    const next = [keyword, ...read().filter((each) => each !== keyword)].slice(0, MOST)
    setEarlier(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // It is remembered until the page is left.
    }
  }, [])
  return { earlier, remember }
}
