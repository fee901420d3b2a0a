import type { QueryClient } from '@tanstack/react-query'
import { SCREENS } from '#shared/access/screens.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { session, TOKEN_KEY, USER_KEY } from '#web/api/session.ts'
import { endSecondStep } from '#web/features/ground/factors/use-second-step.ts'
import { clearNotices, notify } from '#web/ui/feedback/notify.ts'
import { forgetTyped, stashFormsOf, stashTyped } from '#web/ui/form/stash.ts'
import { recordVisits } from './activity.ts'
import { forgetKept } from './kept-data.ts'
import { forgetPlace, rememberPlace } from './return-address.ts'
import type { AppRouter } from './router.tsx'

const rightsOf = (user: SignedInUser | null) => user && [user.role_id, ...user.permissions].join()

const ENDED = 'Your session has ended.'

/** Leaves out words that the title already says. */
function endedWords(words = 'Please sign in again.', hasTyped: boolean): string {
  const rest = words.startsWith(ENDED) ? words.slice(ENDED.length).trim() : words
  return hasTyped ? `${rest} What you wrote is kept.` : rest
}

/**
 * Keeps the data and the screen in step with the session: both change when the user changes. Returns a
 * function that stops this.
 */
export function connect(router: AppRouter, queries: QueryClient): () => void {
  let person = session.user()?.id
  let rights = rightsOf(session.user())
  let hasChosenToLeave = false
  const followPerson = () => {
    const next = session.user()?.id
    const hasOtherRights = rightsOf(session.user()) !== rights
    rights = rightsOf(session.user())
    if (next === person) {
      // The menu updates by itself. The route guard runs again, and the visible data is refetched.
      if (hasOtherRights) void router.invalidate().then(() => queries.invalidateQueries())
      return
    }
    person = next
    endSecondStep()
    // Errors from before the sign-in are obsolete.
    if (next !== undefined) clearNotices()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'health' })
    // After an intentional sign-out the next user starts at the home page.
    if (next === undefined && hasChosenToLeave)
      void router.navigate({ to: SCREENS.signIn.path, replace: true, ignoreBlocker: true })
    else void router.invalidate()
  }
  const followOtherTabs = ({ key }: StorageEvent) => {
    if (key !== null && key !== TOKEN_KEY && key !== USER_KEY) return
    // A sign-out in another tab did not consider the values typed here, so they are kept for the same user.
    // This runs before the reload: a user who has signed in there by then must not get them.
    if (session.stored()?.id !== session.user()?.id) stashTyped()
    session.reload()
  }
  window.addEventListener('storage', followOtherTabs)
  const stops = [
    session.subscribe(followPerson),
    session.beforeSignOut((_, reason, words) => {
      hasChosenToLeave = reason === 'chosen'
      if (hasChosenToLeave) {
        forgetTyped()
        forgetKept()
        return forgetPlace()
      }
      const hasTyped = stashTyped()
      rememberPlace(router.state.location.href)
      notify({ kind: 'warning', title: ENDED, description: endedWords(words, hasTyped) })
    }),
    stashFormsOf(() => session.user()?.id ?? null),
    recordVisits(router),
    () => window.removeEventListener('storage', followOtherTabs),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
