import type { Permission } from '#shared/access/permissions.ts'
import {
  MENU,
  mayOpen,
  redirectFor,
  SCREEN_NAMES,
  SCREENS,
  type Screen,
  type ScreenName,
  type Visitor,
} from '#shared/access/screens.ts'

export type Verdict =
  | { kind: 'open' }
  /**
   * The menu shows the entry, but the screen requires more permissions: it is locked and names the missing
   * ones.
   */
  | { kind: 'locked'; missing: readonly Permission[] }
  | { kind: 'redirect'; to: string }

function isInMenu(name: ScreenName, visitor: Visitor): boolean {
  return MENU.some((entry) => entry.screen === name && mayOpen(entry.access, visitor))
}

/** Whether this visitor may see this screen. `requested` is the full requested address. */
export function verdictOn(name: ScreenName, requested: string, visitor: Visitor | null): Verdict {
  const { access }: Screen = SCREENS[name]
  if (mayOpen(access, visitor)) return { kind: 'open' }
  if (visitor !== null && typeof access !== 'string' && isInMenu(name, visitor))
    return { kind: 'locked', missing: access }
  return { kind: 'redirect', to: redirectFor(requested, visitor) }
}

const PATTERNS = SCREEN_NAMES.map((name) => ({
  name,
  pattern: new RegExp(`^${SCREENS[name].path.replace(/\$\w+/g, '[^/]+')}/?$`),
}))

/** The screen of a path. */
export function screenAt(path: string): ScreenName | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.name
}

/** Whether a user may be returned to this address after signing in; only internal addresses qualify. */
export function isReturnable(address: string): boolean {
  if (!/^\/(?![/\\])/.test(address)) return false
  const name = screenAt(address.replace(/[?#].*$/s, ''))
  return name !== undefined && SCREENS[name].access !== 'signedOut'
}
