import type { ProviderRefusalReason } from '#shared/features/ground/provider/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type {
  ProviderPerson,
  ProviderPrompt,
  SignInKeys,
  SignInProvider,
} from '../../../integrations/sign-in-provider/port.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import type { AuthService } from '../auth/service.ts'
import type { SecondFactor } from '../factors/deps.ts'
import type { FactorsService } from '../factors/service.ts'
import type { UsersService } from '../users/service.ts'

export interface ProviderDeps {
  db: Db
  clock: () => Date
  box: SecretBox
  log: { warn: (fields: object, message: string) => void }
  signInProvider: SignInProvider | null
  secondFactor: Pick<SecondFactor, 'isNeeded'>
  factors: Pick<FactorsService, 'tellOwner'>
  arePasskeysOffered: boolean
  users: Pick<UsersService, 'lockManaged'>
  auth: Pick<
    AuthService,
    | 'beginSession'
    | 'askSecondFactor'
    | 'consumeInvitation'
    | 'cancelInvitations'
    | 'readLink'
    | 'confirmSession'
    | 'forgetSessions'
    | 'requireStepUp'
    | 'listAdmins'
    | 'isPasswordLimited'
  >
  notify: (
    tx: Db,
    notice: {
      userId: number
      kind: 'provider-roles'
      actorId: null
      words: string
    },
  ) => Promise<void>
}

/** The same where a provider is configured. */
export type ConfiguredDeps = ProviderDeps & { signInProvider: SignInProvider }

/** A way to the provider that a browser was sent on, as it keeps it. */
export interface Flow {
  keys: SignInKeys
  purpose: 'sign-in' | 'connect' | 'confirm'
  prompt: ProviderPrompt
  /** The screen to open afterwards. */
  next: string | null
  /** The token of an invitation, as it is stored. */
  invitation: string | null
  /** The user who connects or confirms. */
  userId: number | null
  /** When it began, in milliseconds. */
  at: number
}

/** What came of it, until the browser asks. */
export interface Returned extends Pick<Flow, 'purpose' | 'next' | 'invitation'> {
  person: ProviderPerson
}

/** A refusal with its reason, for the screen that says so. */
export const refuse = (
  reason: ProviderRefusalReason,
  message: string,
  { email = null, admins = [] }: { email?: string | null; admins?: string[] } = {},
): AppError => new AppError('forbidden', message, { details: { reason, email, admins } })
