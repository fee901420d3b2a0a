import { useEffect, useRef } from 'react'
import { session } from './session.ts'

const PREFIX = 'copydesk.stash.'
/** What is being typed right now, by form; a form that holds nothing unsaved is not in here. */
const typing = new Map<string, unknown>()

session.beforeSignOut((user, reason) => {
  if (reason === 'forced' && typing.size > 0)
    sessionStorage.setItem(`${PREFIX}${user.id}`, JSON.stringify(Object.fromEntries(typing)))
})

function take(userId: number, key: string): unknown {
  const name = `${PREFIX}${userId}`
  try {
    const kept: Record<string, unknown> = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    const { [key]: values, ...rest } = kept
    if (Object.keys(rest).length === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(rest))
    return values
  } catch {
    return undefined
  }
}

/**
 * Keeps what a person typed when the session ends under their hands, and gives it back when the same
 * person opens the same form after signing in again. `values` is null while nothing is unsaved.
 */
export function useFormStash<Values>(key: string, values: Values | null, restore: (values: Values) => void) {
  const giveBack = useRef(restore)
  giveBack.current = restore

  useEffect(() => {
    const user = session.user()
    const kept = user ? take(user.id, key) : undefined
    // Written by this hook under the same key, so it has this form's shape.
    if (kept !== undefined) giveBack.current(kept as Values)
  }, [key])

  useEffect(() => {
    if (values === null) typing.delete(key)
    else typing.set(key, values)
    return () => void typing.delete(key)
  }, [key, values])
}
