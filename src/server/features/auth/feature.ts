import { grantsOf } from '#shared/access/roles.ts'
import type { Mailer } from '../../integrations/mailer/port.ts'
import { createPasswordDoor } from '../../security/password-door.ts'
import { createSessionCache } from '../../security/sessions.ts'
import type { NoticesService } from '../notices/service.ts'
import { authJobs } from './jobs.ts'
import { findSession } from './queries.ts'
import { authHandlers } from './routes.ts'
import { createAuthService } from './service.ts'
import type { AuthParts } from './verbs/sessions.ts'

export function createAuth(
  parts: Omit<AuthParts, 'sessions' | 'door' | 'notify'> & {
    mailer: Mailer
    publicUrl: string
    notices: Pick<NoticesService, 'notify'>
  },
) {
  const { db, clock } = parts
  const sessions = createSessionCache({
    clock,
    async find(tokenHash) {
      const person = await findSession(db, tokenHash, clock())
      return person ? { ...person, permissions: grantsOf(person.roleId), session: tokenHash } : null
    },
  })
  const service = createAuthService({
    ...parts,
    sessions,
    door: createPasswordDoor(parts),
    notify: parts.notices.notify,
  })
  return { service, handlers: authHandlers(service), jobs: authJobs(parts) }
}
