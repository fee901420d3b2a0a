import type { RoleId } from '#shared/access/roles.ts'
import type { FactorScope, SignInRules } from '#shared/features/ground/sign-in-rules/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { SignInProvider } from '../../../integrations/sign-in-provider/port.ts'
import type { SecondFactor } from '../factors/deps.ts'

/** The duty of a user without a second factor. */
export interface FactorDuty {
  scope: FactorScope
  /** First day, `yyyy-MM-dd`. */
  day: string
  /** The day has come. */
  isDue: boolean
}

/** What signing in needs of the rules. Not cached, so that all servers apply the same ones. */
export interface SignInPolicy {
  read(db: Db): Promise<SignInRules>
  /** The same, which nobody changes until the transaction ends. Before any user is locked. */
  hold(tx: Db): Promise<SignInRules>
  /** Null for users who need no second factor, or have one. */
  dutyOf(db: Db, user: { id: number; roleId: RoleId }): Promise<FactorDuty | null>
  /** Whether users of this role must have a second factor by now. */
  isRequired(db: Db, roleId: RoleId): Promise<boolean>
  /** The provider's name while passwords are only for break-glass accounts; null while everybody may use one. */
  passwordLimit(db: Db): Promise<string | null>
  /** The provider that people sign in through now; null if there is none. */
  issuer: string | null
}

export interface Change {
  before: SignInRules
  after: SignInRules
}

export interface PolicyDeps {
  clock: () => Date
  timeZone: string
  secondFactor: Pick<SecondFactor, 'isNeeded'>
  signInProvider: Pick<SignInProvider, 'label' | 'issuer'> | null
}
