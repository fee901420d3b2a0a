import { SCREENS } from '#shared/access/screens.ts'
import { savedViewEndpoints } from '#shared/features/saved-views/contract.ts'
import { call } from '#web/api/client.ts'

/** In milliseconds. */
const LONGEST_WAIT = 2000

/** Where somebody begins who has just signed in: where they have chosen to, or Keywords Summary as it is. */
export async function startAddress(): Promise<string> {
  const usual = SCREENS.keywords.path
  const asked = call(savedViewEndpoints.start, {}).then(
    (start) => start && `${SCREENS[start.screen].path}${start.search && `?${start.search}`}`,
    () => null,
  )
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT, null))
  return (await Promise.race([asked, late])) ?? usual
}
