import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
  type SearchSchemaInput,
  useLocation,
} from '@tanstack/react-router'
import { lazy } from 'react'
import type { z } from 'zod'
import { redirectFor, SCREEN_NAMES, SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { session, useUser, visitorOf } from '#web/api/session.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { PageSkeleton, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { addressOf, areAddressesLoaded, loadAddresses } from './addresses.ts'
import { verdictOn } from './guard.ts'
import { RootLayout } from './layout/root-layout.tsx'
import { RouteFailed } from './layout/route-failed.tsx'
import { rememberPlace, takePlace } from './return-address.ts'
import { BUILT_SCREENS } from './screens.tsx'
import { parseSearch, stringifySearch, withoutDefaults } from './search-codec.ts'
import type { SEARCHES } from './searches.ts'
import { keywordsAddress, startAddress } from './start-address.ts'

declare module '@tanstack/react-router' {
  /** Makes TypeScript check every link against the routes below. */
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    screen?: ScreenName
    /** No screen has the address. */
    isUnknown?: boolean
  }
}

/** In milliseconds. */
const LONGEST_WAIT = 400
const atMost = (wait: number, work: Promise<void> | undefined) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, wait))])

const visitor = () => visitorOf(session.user())

function guard(name: ScreenName, location: ParsedLocation): Promise<void> | undefined {
  // The address and the place to return to stay for after the second factor is set up.
  if (session.user()?.must_set_up_factor) return undefined
  // A user who has just signed in is redirected to an address whose schema must be loaded first.
  if (session.user() !== null && !areAddressesLoaded())
    return loadAddresses().then(() => guard(name, location))
  const verdict = verdictOn(name, location.href, visitor())
  if (verdict.kind !== 'redirect') return undefined
  if (session.user() === null) rememberPlace(location.href)
  const back = name === 'signIn' ? takePlace() : null
  if (SCREENS[name].access === 'signedOut' && back === null && verdict.to === SCREENS.keywords.path)
    return startAddress().then((href) => {
      throw redirect({ href, replace: true })
    })
  const user = session.user()
  if (user !== null && Array.isArray(SCREENS[name].access)) {
    notify({
      kind: 'warning',
      title: `You don’t have access to ${SCREENS[name].title}`,
      description: `Your role, ${user.role.description}, doesn’t include it. ${user.role_id === 'adm' ? 'Ask an engineer.' : 'See My Profile for whom to ask.'}`,
    })
    if (verdict.to === SCREENS.keywords.path)
      return keywordsAddress().then((href) => {
        throw redirect({ href, replace: true })
      })
  }
  throw redirect({ href: back ?? verdict.to, replace: true })
}

const LockedScreen = lazy(() =>
  import('./locked-screen.tsx').then(({ LockedScreen: Locked }) => ({ default: Locked })),
)

/** The screen, or its lock for users without the permission. */
function Guarded({ name }: { name: ScreenName }) {
  const user = useUser()
  const requested = useLocation({ select: ({ href }) => href })
  const verdict = verdictOn(name, requested, visitorOf(user))
  if (verdict.kind === 'locked') return <LockedScreen name={name} missing={verdict.missing} />
  const Built = BUILT_SCREENS[name].component
  return <Built />
}

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({ component: RootLayout })

function routeOf<const Path extends string, Search extends object>(
  name: ScreenName,
  path: Path,
  readAddress: (search: Partial<Search>) => Search,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { screen: name },
    beforeLoad: ({ location }) => guard(name, location),
    // A link names only the parameters it needs; the others have defaults.
    validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => readAddress(search),
    search: {
      middlewares: [({ search, next }) => withoutDefaults(next(search), addressOf(name)?.defaults ?? {})],
    },
    loader: ({ location, cause, context: { queries } }) => {
      const screen = BUILT_SCREENS[name]
      if (session.user()?.must_set_up_factor) return
      if (screen === undefined || verdictOn(name, location.href, visitor()).kind !== 'open') return
      // If this fails, the screen requests the data again and shows the error.
      const first =
        cause === 'enter' ? screen.prefetch?.(queries, location.search).catch(() => {}) : undefined
      const code = screen.component.preload?.()
      return screen.isWhole ? Promise.all([code, atMost(LONGEST_WAIT, first)]) : code
    },
    component: () => <Guarded name={name} />,
  })
}

/**
 * The address of such a screen is its path alone. The unused name makes any parameter in a link a type error.
 */
interface NoSearch {
  noSearch?: never
}
type SearchOf<Name> = Name extends keyof typeof SEARCHES ? z.output<(typeof SEARCHES)[Name]> : NoSearch

type ScreenRoutes = {
  [Name in ScreenName]: ReturnType<typeof routeOf<(typeof SCREENS)[Name]['path'], SearchOf<Name>>>
}
/** One call per screen: in a loop, the types of path and search parameters would be lost. */
function screenRoute<Name extends ScreenName>(name: Name): ScreenRoutes[Name]
function screenRoute(name: ScreenName) {
  const read = (search: object): object => {
    const address = addressOf(name)
    if (address) return address.schema.parse(search)
    // Signed-out users keep the address unparsed until they sign in.
    return areAddressesLoaded() ? {} : search
  }
  return routeOf(name, SCREENS[name].path, read)
}

/** A link whose token is missing. */
const tokenlessRoute = <const Path extends string>(path: Path, deadLink: 'invitation' | 'reset') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      if (visitor() === null) throw redirect({ to: SCREENS.signIn.path, replace: true, state: { deadLink } })
      throw redirect({ href: redirectFor(path, visitor()), replace: true })
    },
  })

/** An address of no screen. Signed-out visitors have no menu to go on with, so they sign in first. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: { isUnknown: true },
  // The parameters stay in the address, and are kept on the way to the screen that was meant.
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ location }) => {
    if (visitor() !== null) return
    notify({ kind: 'warning', title: `No such page: ${location.pathname}` })
    throw redirect({ href: redirectFor(location.href, null), replace: true })
  },
  component: lazyRouteComponent(() => import('./not-found-screen.tsx'), 'NotFoundScreen'),
})

/** Shown while a screen's code loads: its outline, or a few lines in the card if signed out. */
const Pending = () => (useUser() === null ? <Skeleton lines={4} /> : <PageSkeleton />)

/** The router with all addresses of the product, built from the list of screens. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    context: { queries },
    routeTree: rootRoute.addChildren([
      ...SCREEN_NAMES.map((name) => screenRoute(name)),
      tokenlessRoute('/confirmation', 'invitation'),
      tokenlessRoute('/reset-password', 'reset'),
      unknownRoute,
    ]),
    parseSearch,
    stringifySearch,
    // Parameters unknown to the schema are removed from the address.
    search: { strict: true },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteFailed,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
