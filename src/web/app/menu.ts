import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import {
  MENU,
  type MenuEntry,
  type MenuPart,
  mayOpen,
  menuFor,
  SCREENS,
  type Screen,
  type Visitor,
} from '#shared/access/screens.ts'

export interface MenuSection {
  /** Null for entries without a heading. */
  heading: string | null
  entries: readonly MenuEntry[]
  /** The entries by topic, if the group is divided; those without a heading come together. */
  parts: readonly { label: MenuPart | null; entries: readonly MenuEntry[] }[]
}

const partsOf = (entries: readonly MenuEntry[]): MenuSection['parts'] =>
  [...Map.groupBy(entries, ({ part }) => part ?? null)].map(([label, of]) => ({ label, entries: of }))

/** A user with one of these permissions sees a group called Admin. */
const ADMIN: readonly Permission[] = ['ManageSites', 'ManageUsers', 'ManageFeatureFlags']

/**
 * The menu of a user, without entries that they may not see. Only holders of ViewTools see a group called
 * Tools; an entry that is visible without its group has no heading.
 */
export function menuSections(visitor: Visitor): readonly MenuSection[] {
  const entries = menuFor(visitor)
  const hasTools = isPermitted(visitor.permissions, ['ViewTools'])
  const section = (heading: string | null, group: MenuEntry['group']): MenuSection => {
    const of = entries.filter((entry) => entry.group === group)
    return { heading, entries: of, parts: heading === null ? [{ label: null, entries: of }] : partsOf(of) }
  }
  const sections = [
    section(hasTools ? 'Tools' : null, 'tools'),
    section(isPermitted(visitor.permissions, ADMIN) ? 'Admin' : null, 'admin'),
    section(null, 'own'),
  ]
  return sections.filter((section) => section.entries.length > 0)
}

/** The menu entry of a page: the entry with the longest path that contains the page's. */
export function currentScreen(
  sections: readonly MenuSection[],
  pathname: string,
): MenuEntry['screen'] | undefined {
  const above = sections
    .flatMap(({ entries }) => entries)
    .filter(({ screen }) => `${pathname}/`.startsWith(`${SCREENS[screen].path}/`))
  return above.toSorted(
    (one, other) => SCREENS[other.screen].path.length - SCREENS[one.screen].path.length,
  )[0]?.screen
}

export interface LockedTool extends Omit<MenuEntry, 'access'> {
  /** Any of these permissions would unlock it. */
  missing: readonly Permission[]
}

/**
 * The tools of the landing page: those that the user may open, and the locked ones with the permissions they
 * require.
 */
export function toolsFor(visitor: Visitor): { open: readonly MenuEntry[]; locked: readonly LockedTool[] } {
  const tools = MENU.filter(({ group }) => group !== 'own')
  const isOpen = ({ screen }: MenuEntry) => mayOpen(SCREENS[screen].access, visitor)
  const locked = tools.flatMap((entry) => {
    const { access }: Screen = SCREENS[entry.screen]
    return isOpen(entry) || typeof access === 'string' ? [] : [{ ...entry, missing: access }]
  })
  return { open: tools.filter(isOpen), locked }
}
