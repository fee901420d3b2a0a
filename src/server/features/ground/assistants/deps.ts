import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import type { WebFetcher } from '../../../integrations/web-fetcher/port.ts'
import type { AuthService } from '../auth/service.ts'
import type { NoticesService } from '../notices/service.ts'
import type { SignInPolicy } from '../sign-in-rules/deps.ts'

export interface AssistantDeps {
  db: Db
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** The server's own address. */
  publicUrl: string
  /** Loads the documents by which programs identify themselves. */
  web: WebFetcher
  auth: Pick<AuthService, 'requireStepUp' | 'forgetSessions'>
  notices: Pick<NoticesService, 'notify'>
  policy: Pick<SignInPolicy, 'dutyOf' | 'read'>
}
