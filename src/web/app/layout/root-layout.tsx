import { Outlet, useMatches } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useUser, visitorOf } from '#web/api/session.ts'
import { loadLibrarySheet } from '#web/ui/theme/load-library-sheet.ts'
import { loadAddresses } from '../addresses.ts'
import { verdictOn } from '../guard.ts'
import { LayoutSkeleton } from './layout-skeleton.tsx'
import type { LayoutProps } from './signed-in-layout.tsx'
import { SignedOutLayout } from './signed-out-layout.tsx'

/** The layout's links need the screens' address schemas. */
export async function loadSignedInLayout(): Promise<{ default: ComponentType<LayoutProps> }> {
  const [{ SignedInLayout }] = await Promise.all([
    import('./signed-in-layout.tsx'),
    loadAddresses(),
    loadLibrarySheet(),
  ])
  return { default: SignedInLayout }
}

const SignedInLayout = lazy(loadSignedInLayout)

const EnrolLayout = lazy(async () => {
  const [{ EnrolLayout: Layout }] = await Promise.all([import('./enrol-layout.tsx'), loadLibrarySheet()])
  return { default: Layout }
})

/**
 * One layout for visitors and one for signed-in users; none while the guard redirects, and none around the question
 * whether an assistant may connect. Users who must set up a second factor see nothing else.
 */
export function RootLayout() {
  const user = useUser()
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const { screen, isUnknown = false } = match?.staticData ?? {}
  const isRefused = !screen || verdictOn(screen, match?.pathname ?? '', visitorOf(user)).kind === 'redirect'
  if (user?.must_set_up_factor)
    return (
      <Suspense fallback={null}>
        <EnrolLayout user={user} />
      </Suspense>
    )
  if (screen === 'connect') return <Outlet />
  if (user === null) return isRefused ? null : <SignedOutLayout screen={screen} />
  return (
    <Suspense fallback={<LayoutSkeleton />}>
      <SignedInLayout user={user} isLeaving={isRefused && !isUnknown} />
    </Suspense>
  )
}
