import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { firstStepsEndpoints } from '#shared/features/desk/first-steps/contract.ts'
import { savedViewEndpoints } from '#shared/features/ground/saved-views/contract.ts'
import { call } from '#web/api/client.ts'
import { session, visitorOf } from '#web/api/session.ts'

/** In milliseconds. */
const LONGEST_WAIT = 2000

/** Whether the workspace is still being set up; only requested for users who do the setup. */
async function isSettingUp(): Promise<boolean> {
  if (!mayOpen(SCREENS.firstSteps.access, visitorOf(session.user()))) return false
  const steps = await call(firstStepsEndpoints.read, {}).catch(() => null)
  return steps !== null && !steps.is_done && !steps.is_hidden
}

const chosenStart = () =>
  call(savedViewEndpoints.start, {}).then(
    (start) => start && `${SCREENS[start.screen].path}${start.search && `?${start.search}`}`,
    () => null,
  )

/** The address, or the other one if it takes too long. */
async function soon(address: Promise<string | null>, otherwise: string): Promise<string> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT, null))
  return (await Promise.race([address, late])) ?? otherwise
}

/** Keywords Summary with the view that the user chose to start with, if any. */
export const keywordsAddress = (): Promise<string> =>
  soon(
    chosenStart().then((start) => (start?.startsWith(SCREENS.keywords.path) ? start : null)),
    SCREENS.keywords.path,
  )

/**
 * The page after signing in: the first steps of a new workspace, the user's chosen start page, or Keywords
 * Summary.
 */
export async function startAddress(): Promise<string> {
  const asked = Promise.all([isSettingUp(), chosenStart()]).then(([isNew, start]) =>
    isNew ? SCREENS.firstSteps.path : start,
  )
  return soon(asked, SCREENS.keywords.path)
}
