import type { Db } from '../../../db/connect.ts'
import type { AuthService } from '../auth/service.ts'
import type { NoticesService } from '../notices/service.ts'
import type { SignInPolicy } from '../sign-in-rules/deps.ts'
import type { UsersService } from '../users/service.ts'

/** What the workspace allows. */
export interface TokenRules {
  /** Whether people may make tokens of their own. Service accounts may always have some. */
  arePersonalAllowed: boolean
  /** Most tokens of an account that work at a time. */
  most: number
  /** Longest life of a new token. */
  mostDays: number
}

export interface ProgramDeps {
  db: Db
  clock: () => Date
  /** The organisation's: tells on which day a token ended. */
  timeZone: string
  notices: Pick<NoticesService, 'notify'>
  tokenRules: (db: Db) => Promise<TokenRules>
  log: { warn(details: object, message: string): void }
}

export interface TokenDeps extends ProgramDeps {
  auth: Pick<AuthService, 'requireStepUp' | 'forgetSessions'>
  users: Pick<UsersService, 'lockManaged'>
  policy: Pick<SignInPolicy, 'dutyOf' | 'hold'>
}
