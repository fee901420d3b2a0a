import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { firstStepsEndpoints } from '#shared/features/first-steps/contract.ts'
import { savedViewEndpoints } from '#shared/features/saved-views/contract.ts'
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

/**
 * The page after signing in: the first steps of a new workspace, the user's chosen start page, or Keywords
 * Summary.
 */
export async function startAddress(): Promise<string> {
  const asked = Promise.all([isSettingUp(), chosenStart()]).then(([isNew, start]) =>
    isNew ? SCREENS.firstSteps.path : start,
  )
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT, null))
  return (await Promise.race([asked, late])) ?? SCREENS.keywords.path
}
