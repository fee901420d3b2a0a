import type { Mailer } from '../../../integrations/mailer/port.ts'
import { createPasswordDoor } from '../../../security/password-door.ts'
import { createSessionCache } from '../../../security/sessions.ts'
import type { NoticesService } from '../notices/service.ts'
import { authJobs } from './jobs.ts'
import { permissionsOf } from './present.ts'
import { findSession } from './queries.ts'
import { authHandlers } from './routes.ts'
import { createAuthService } from './service.ts'
import { touchSession } from './store.ts'
import { type AuthDeps, idleSince } from './verbs/sessions.ts'

export { isAlive, type LifeSpan } from './span-queries.ts'
export { idleSince } from './verbs/sessions.ts'

/** How exactly it is known when a session was used last. */
const NOTED_EVERY_MS = 60_000

export function createAuth(
  deps: Omit<AuthDeps, 'sessions' | 'door' | 'notify'> & {
    mailer: Mailer
    publicUrl: string
    notices: Pick<NoticesService, 'notify'>
  },
) {
  const { db, clock, programs } = deps
  const sessions = createSessionCache({
    clock,
    findProgram: programs.find,
    async find(tokenHash) {
      const now = clock()
      const found = await findSession(db, tokenHash, { now, idleSince: idleSince(deps) })
      if (!found) return null
      const { lastSeenAt, mustEnrol: hasToEnrol, ...person } = found
      if (lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= NOTED_EVERY_MS) {
        await touchSession(db, tokenHash, now)
      }
      // The rule may have been lifted since.
      const mustEnrol = hasToEnrol && (await deps.policy.dutyOf(db, person))?.isDue === true
      return {
        ...person,
        mustEnrol,
        permissions: permissionsOf(person.roleId, mustEnrol),
        session: tokenHash,
      }
    },
  })
  const service = createAuthService({
    ...deps,
    sessions,
    door: createPasswordDoor(deps),
    notify: deps.notices.notify,
  })
  return { service, handlers: authHandlers(service), jobs: authJobs(deps) }
}
