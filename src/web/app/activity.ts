import { SCREENS } from '#shared/access/screens.ts'
import type { userActivityEndpoints as UserActivityEndpoints } from '#shared/features/people/user-activity/contract.ts'
import { call, type Request } from '#web/api/client.ts'
import { session } from '#web/api/session.ts'
import type { AppRouter } from './router.tsx'

/** Screens whose address contains a secret. */
const SECRET = ['confirmation', 'resetPassword']

type Visit = Request<typeof UserActivityEndpoints.record>['body']

async function record(body: Visit): Promise<void> {
  const { userActivityEndpoints } = await import('#shared/features/people/user-activity/contract.ts')
  await call(userActivityEndpoints.record, { body })
}

/** Reports to the server which screen a signed-in user opens. Sent in the background; errors are ignored. */
export function recordVisits(router: AppRouter): () => void {
  return router.subscribe('onResolved', ({ fromLocation, pathChanged, toLocation }) => {
    const user = session.user()
    const match = router.state.matches.at(-1)
    const screen = match?.staticData.screen
    const isVisit = fromLocation === undefined || pathChanged
    if (!user || !screen || !isVisit || SECRET.includes(screen)) return
    const body = {
      userId: user.id,
      url: toLocation.href,
      restObject: { route: SCREENS[screen].path, params: match.params },
    }
    record(body).catch(() => undefined)
  })
}
