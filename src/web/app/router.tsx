import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
  type SearchSchemaInput,
  useLocation,
} from '@tanstack/react-router'
import type { z } from 'zod'
import { redirectFor, SCREEN_NAMES, SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { session, useUser, visitorOf } from '#web/api/session.ts'
import { notify } from '#web/ui/notify.ts'
import { PageSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { addressOf, areAddressesLoaded, loadAddresses } from './addresses.ts'
import { verdictOn } from './guard.ts'
import { RootLayout } from './layout/root-layout.tsx'
import { RouteFailed } from './layout/route-failed.tsx'
import { LockedScreen } from './locked-screen.tsx'
import { rememberPlace, takePlace } from './return-address.ts'
import { BUILT_SCREENS } from './screens.tsx'
import { parseSearch, stringifySearch, withoutDefaults } from './search-codec.ts'
import type { SEARCHES } from './searches.ts'
import { startAddress } from './start-address.ts'

declare module '@tanstack/react-router' {
  /** Every link of the product is checked against the routes below. */
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    screen?: ScreenName
  }
}

/** In milliseconds. */
const LONGEST_WAIT = 400
const atMost = (wait: number, work: Promise<void> | undefined) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, wait))])

const visitor = () => visitorOf(session.user())

function guard(name: ScreenName, location: ParsedLocation): Promise<void> | undefined {
  // Whoever has just signed in is sent to an address that is read.
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
  if (session.user() !== null && Array.isArray(SCREENS[name].access))
    notify({ kind: 'warning', title: `You don’t have access to ${SCREENS[name].title}` })
  throw redirect({ href: back ?? verdict.to, replace: true })
}

/** The screen itself, or its lock. */
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
    // A link names what it wants; the rest has defaults.
    validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => readAddress(search),
    search: {
      middlewares: [({ search, next }) => withoutDefaults(next(search), addressOf(name)?.defaults ?? {})],
    },
    loader: ({ location, cause, context: { queries } }) => {
      const screen = BUILT_SCREENS[name]
      if (screen === undefined || verdictOn(name, location.href, visitor()).kind !== 'open') return
      // What fails here, the screen asks for again, and says why it is missing.
      const first =
        cause === 'enter' ? screen.prefetch?.(queries, location.search).catch(() => {}) : undefined
      const code = screen.component.preload?.()
      return screen.isWhole ? Promise.all([code, atMost(LONGEST_WAIT, first)]) : code
    },
    component: () => <Guarded name={name} />,
  })
}

/** The address of such a screen is its path. The name nobody uses makes every other one a fault of the link. */
interface NoSearch {
  noSearch?: never
}
type SearchOf<Name> = Name extends keyof typeof SEARCHES ? z.output<(typeof SEARCHES)[Name]> : NoSearch

type ScreenRoutes = {
  [Name in ScreenName]: ReturnType<typeof routeOf<(typeof SCREENS)[Name]['path'], SearchOf<Name>>>
}
/** Each screen's own route: made in a loop, it would lose its path and its search among the others. */
function screenRoute<Name extends ScreenName>(name: Name): ScreenRoutes[Name]
function screenRoute(name: ScreenName) {
  const read = (search: object): object => {
    const address = addressOf(name)
    if (address) return address.schema.parse(search)
    // Kept as it is for whoever is yet to sign in.
    return areAddressesLoaded() ? {} : search
  }
  return routeOf(name, SCREENS[name].path, read)
}

/** A link whose token is missing. */
const tokenlessRoute = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      if (visitor() === null) notify({ kind: 'error', title: 'Invalid confirmation' })
      throw redirect({ href: redirectFor(path, visitor()), replace: true })
    },
  })

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    notify({ kind: 'warning', title: `No such page: ${location.pathname}` })
    throw redirect({ href: redirectFor(location.href, visitor()), replace: true })
  },
})

/** What stands for a screen whose code is on the way: its outline, or a few lines in the card of the signed-out. */
const Pending = () => (useUser() === null ? <Skeleton lines={4} /> : <PageSkeleton />)

/** Every address of the product, made from the list of screens. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    context: { queries },
    routeTree: rootRoute.addChildren([
      ...SCREEN_NAMES.map((name) => screenRoute(name)),
      tokenlessRoute('/confirmation'),
      tokenlessRoute('/reset-password'),
      unknownRoute,
    ]),
    parseSearch,
    stringifySearch,
    // Parameters that no schema knows leave the address.
    search: { strict: true },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteFailed,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
