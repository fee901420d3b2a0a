import type { QueryClient } from '@tanstack/react-query'
import { session, TOKEN_KEY, USER_KEY } from '#web/api/session.ts'
import { recordVisits } from './activity.ts'
import { forgetPlace, rememberPlace } from './return-address.ts'
import type { AppRouter } from './router.tsx'

/** Lets the session lead: when the person changes, so do the data and the screen. */
export function connect(router: AppRouter, queries: QueryClient): void {
  let person = session.user()?.id
  session.subscribe(() => {
    const next = session.user()?.id
    if (next === person) return
    person = next
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'health' })
    void router.invalidate()
  })
  session.beforeSignOut((_, reason) => {
    if (reason === 'forced') rememberPlace(router.state.location.href)
    else forgetPlace()
  })
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY || key === USER_KEY) session.reload()
  })
  recordVisits(router)
}
