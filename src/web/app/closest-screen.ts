import { mayOpen, type PlainScreenName, SCREEN_NAMES, SCREENS, type Visitor } from '#shared/access/screens.ts'
import { editsBetween, mostEdits } from '#shared/format/relevance.ts'

/** A shorter address could mean anything. */
const SHORTEST = 3

const isPlain = (name: (typeof SCREEN_NAMES)[number]): name is PlainScreenName =>
  !SCREENS[name].path.includes('$')

const partsOf = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')

/** What people type for a screen: its address, or its title as an address. */
const addressesOf = (screen: PlainScreenName) => [
  partsOf(SCREENS[screen].path).join('/'),
  SCREENS[screen].title.toLowerCase().replaceAll(' ', '-'),
]

/** The screen that a mistyped address probably means, among those that the user may open; null if none is close. */
export function closestScreen(pathname: string, visitor: Visitor | null): PlainScreenName | null {
  const screens = SCREEN_NAMES.filter(isPlain).filter(
    (name) => SCREENS[name].access !== 'signedOut' && mayOpen(SCREENS[name].access, visitor),
  )
  const parts = partsOf(pathname)
  // A record's number, or what else follows the name of the screen, may be what is wrong.
  for (const typed of [parts.join('/'), parts[0] ?? '']) {
    if (typed.length < SHORTEST) continue
    const [nearest] = screens
      .map((screen) => ({
        screen,
        edits: Math.min(...addressesOf(screen).map((address) => editsBetween(typed, address))),
      }))
      .sort((one, other) => one.edits - other.edits)
    if (nearest && nearest.edits <= mostEdits(typed)) return nearest.screen
  }
  return null
}
