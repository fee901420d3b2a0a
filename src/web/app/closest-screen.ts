import { mayOpen, type PlainScreenName, SCREEN_NAMES, SCREENS, type Visitor } from '#shared/access/screens.ts'
import { nearestSearch, relevanceOf } from '#shared/format/relevance.ts'

const isPlain = (name: (typeof SCREEN_NAMES)[number]): name is PlainScreenName =>
  !SCREENS[name].path.includes('$')

/** A screen by the words of its address and title, in the form of what a search can name. */
const named = (screen: PlainScreenName) => ({
  screen,
  asin: '',
  name: `${SCREENS[screen].path} ${SCREENS[screen].title}`,
  brand: null,
  category: null,
})

/** The screen that a mistyped address probably means, among those that the user may open; null if none is close. */
export function closestScreen(pathname: string, visitor: Visitor | null): PlainScreenName | null {
  const screens = SCREEN_NAMES.filter(isPlain)
    .filter((name) => SCREENS[name].access !== 'signedOut' && mayOpen(SCREENS[name].access, visitor))
    .map(named)
  // A record's number, or what else follows the name of the screen, may be what is wrong.
  const [first = ''] = pathname.split('/').filter((part) => part !== '')
  for (const typed of [pathname, first]) {
    const words = nearestSearch(typed, screens)
    const found = words !== null && screens.find((screen) => relevanceOf(screen, words) !== null)
    if (found) return found.screen
  }
  return null
}
