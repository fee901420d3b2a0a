import { grantsOf } from '#shared/access/roles.ts'
import type { Mailer } from '../../integrations/mailer/port.ts'
import { createSessionCache } from '../../security/sessions.ts'
import { authJobs } from './jobs.ts'
import { authHandlers } from './routes.ts'
import { type AuthParts, createAuthService } from './service.ts'
import { findSession } from './store.ts'

export function createAuth(parts: Omit<AuthParts, 'sessions'> & { mailer: Mailer; publicUrl: string }) {
  const { db, clock } = parts
  const sessions = createSessionCache({
    clock,
    async find(tokenHash) {
      const person = await findSession(db, tokenHash, clock())
      return person ? { ...person, permissions: grantsOf(person.roleId), session: tokenHash } : null
    },
  })
  const service = createAuthService({ ...parts, sessions })
  return { service, handlers: authHandlers(service), jobs: authJobs(parts) }
}
