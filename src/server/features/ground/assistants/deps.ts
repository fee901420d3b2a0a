import type { Db } from '../../../db/connect.ts'
import type { AuthorizationServer, Consents } from '../../../integrations/authorization-server/port.ts'
import type { AuthService } from '../auth/service.ts'
import type { NoticesService } from '../notices/service.ts'
import type { SignInPolicy } from '../sign-in-rules/deps.ts'
import type { TokensService } from '../tokens/service.ts'

export interface AssistantDeps {
  db: Db
  clock: () => Date
  log: { error(details: object, message: string): void }
  publicUrl: string
  authorizationServer: (of: { consents: Consents; log: AssistantDeps['log'] }) => AuthorizationServer
  auth: Pick<AuthService, 'requireStepUp' | 'forgetSessions'>
  notices: Pick<NoticesService, 'notify'>
  policy: Pick<SignInPolicy, 'dutyOf' | 'hold' | 'read'>
  tokens: Pick<TokensService, 'insertAssistant' | 'extendAssistant' | 'endAssistants'>
}

/** With the authorization server, which asks about consents and reports their end. */
export interface ConnectDeps extends AssistantDeps {
  authorizations: AuthorizationServer
}
