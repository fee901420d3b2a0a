import type { AdapterHealth } from '../health.ts'

/** The person whose access is checked. */
export interface SoughtPerson {
  email: string
  /** GitHub account name; null if not given. */
  github: string | null
}

export interface FoundAccount {
  active: boolean
  /** The system's name for the account; null if there is none. */
  accountId: string | null
  /** Page of the account for administrators; null if there is none. */
  url: string | null
  /** The account's permissions in one line. */
  detail: string
  /** The holder's name; missing if the system does not report it. */
  name?: string | null
  /** Missing or null if the system does not report it, or the account was never used. */
  lastUsedAt?: Date | null
}

/** Result of a revocation. */
export interface ClosedAccount {
  /**
   * Whether there was anything to close. An account that is already closed or deleted is neither an error nor
   * an action.
   */
  wasOpen: boolean
  /** One line: the action taken, or why none was needed. */
  detail: string
}

/** An open account in the list of all accounts. */
export interface ListedAccount {
  /** The system's name for it. */
  accountId: string
  /** In lower case; null if the system does not report it. */
  email: string | null
  /** The holder's name; null if the system does not report it. */
  name: string | null
  /** Page for administrators; null if there is none. */
  url: string | null
  /** Its permissions in one line. */
  detail: string
  /** Null if the system does not report it, or the account was never used. */
  lastUsedAt: Date | null
  /** The user in Copydesk who answers for it, if its email is not that of a person. */
  ownerId?: number
}

export interface AccountList {
  accounts: readonly ListedAccount[]
  /** Gaps of the list; null if there are none. */
  note: string | null
}

/** The accounts of one connected system. Every method may throw `IntegrationError`. */
export interface AccountDirectory {
  /** Machine name of the system: `github-acme`, `wordpress-hs`. */
  operation: string
  /** Display name of the system. */
  operationName: string
  /** Picture of the system; null to show its initials. */
  avatar: string | null
  /**
   * Whether our credentials allow managing accounts, and the settings that contain them. Only if there are
   * credentials.
   */
  health?: { settings: string; check(): Promise<AdapterHealth> }
  /** Only for systems with account names: the email of an account's public profile; null if it shows none. */
  emailOf?(name: string): Promise<string | null>
  /** Throws `invalid` if the system cannot identify the person from these details. */
  check(person: SoughtPerson): Promise<FoundAccount>
  /** Every open account, across all pages. */
  list(): Promise<AccountList>
  /** The accounts that we sign in with, by the names used in the list. */
  listOwn?(): Promise<readonly string[]>
  /**
   * Dry run: throws `invalid` if a revocation would be refused, for our own account or for the last owner.
   */
  rehearse(person: SoughtPerson): Promise<void>
  /**
   * Closes the account. One that is already closed or deleted is not an error. Refuses what `rehearse`
   * refuses.
   */
  revoke(person: SoughtPerson): Promise<ClosedAccount>
}

export const NO_ACCOUNT: FoundAccount = {
  active: false,
  accountId: null,
  url: null,
  detail: 'No such account',
}

export const GONE_ALREADY: ClosedAccount = { wasOpen: false, detail: 'There was no open account.' }

export const closed = (detail: string): ClosedAccount => ({ wasOpen: true, detail })
