import type { ScreenName } from '#shared/access/screens.ts'
import { isOneOf } from '#shared/format/keys.ts'

/** Screens that have an address and stand in the menu, and are not built yet. */
const PLANNED_SCREENS = [] as const satisfies readonly ScreenName[]
export type PlannedScreenName = (typeof PLANNED_SCREENS)[number]

export const isPlanned = (name: ScreenName): name is PlannedScreenName => isOneOf(PLANNED_SCREENS, name)
