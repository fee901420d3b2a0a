import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { type MenuEntry, mayOpen, menuFor, SCREENS, type Visitor } from '#shared/access/screens.ts'

export interface MenuSection {
  /** Null where the entries stand without a heading. */
  heading: string | null
  entries: readonly MenuEntry[]
}

/** Whoever may do one of these sees a group called Admin. */
const ADMIN: readonly Permission[] = ['ManageSites', 'ManageUsers', 'ManageFeatureFlags']

/**
 * The menu of one person: what they may not see is not there. Only holders of ViewTools see a group called Tools; an
 * entry that somebody may see without its group stands without a heading.
 */
export function menuSections(visitor: Visitor): readonly MenuSection[] {
  const entries = menuFor(visitor)
  const of = (group: MenuEntry['group']) => entries.filter((entry) => entry.group === group)
  const sections = [
    { heading: isPermitted(visitor.permissions, ['ViewTools']) ? 'Tools' : null, entries: of('tools') },
    { heading: isPermitted(visitor.permissions, ADMIN) ? 'Admin' : null, entries: of('admin') },
    { heading: null, entries: of('own') },
  ]
  return sections.filter((section) => section.entries.length > 0)
}

/** The tools that a person may really open, for the landing page. */
export function openableTools(visitor: Visitor): readonly MenuEntry[] {
  return menuFor(visitor).filter(
    ({ group, screen }) => group !== 'own' && mayOpen(SCREENS[screen].access, visitor),
  )
}
