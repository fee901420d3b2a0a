import type { QueryClient } from '@tanstack/react-query'
import { session, TOKEN_KEY, USER_KEY } from '#web/api/session.ts'
import { recordVisits } from './activity.ts'
import { forgetPlace, rememberPlace } from './return-address.ts'
import type { AppRouter } from './router.tsx'

/** Lets the session lead: when the person changes, so do the data and the screen. Returns how to stop that. */
export function connect(router: AppRouter, queries: QueryClient): () => void {
  let person = session.user()?.id
  const followPerson = () => {
    const next = session.user()?.id
    if (next === person) return
    person = next
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'health' })
    void router.invalidate()
  }
  const followOtherTabs = ({ key }: StorageEvent) => {
    if (key === null || key === TOKEN_KEY || key === USER_KEY) session.reload()
  }
  window.addEventListener('storage', followOtherTabs)
  const stops = [
    session.subscribe(followPerson),
    session.beforeSignOut((_, reason) => {
      if (reason === 'forced') rememberPlace(router.state.location.href)
      else forgetPlace()
    }),
    recordVisits(router),
    () => window.removeEventListener('storage', followOtherTabs),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
