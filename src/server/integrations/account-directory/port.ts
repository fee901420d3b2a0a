import type { AdapterHealth } from '../health.ts'

/** Somebody whose access is looked for. */
export interface SoughtPerson {
  /** In lower case. */
  email: string
  /** Their account where code is hosted, which goes by a name of its own; null where nobody said it. */
  github: string | null
}

export interface FoundAccount {
  active: boolean
  /** The system's own name for the account; null where it has none. */
  accountId: string | null
  /** Where an administrator finds the account; null where nowhere. */
  url: string | null
  /** One line: what the account may do. */
  detail: string
  /** What whoever has it is called; missing where the system does not say. */
  name?: string | null
  /** Missing or null where the system does not say, or it was never used. */
  lastUsedAt?: Date | null
}

/** What a revocation has come to. */
export interface ClosedAccount {
  /** Whether there was anything to close: what is closed or gone already is no fault, and no deed either. */
  wasOpen: boolean
  /** One line: what was done, or why there was nothing to do. */
  detail: string
}

/** An open account, as the list of all of them has it. */
export interface ListedAccount {
  /** The system's own name for it. */
  accountId: string
  /** In lower case; null where the system does not tell it. */
  email: string | null
  /** What whoever has it is called; null where the system does not say. */
  name: string | null
  /** Where an administrator finds it; null where nowhere. */
  url: string | null
  /** One line: what it may do. */
  detail: string
  /** Null where the system does not say, or it was never used. */
  lastUsedAt: Date | null
}

export interface AccountList {
  accounts: readonly ListedAccount[]
  /** What the list does not say, or lacks; null where that is nothing. */
  note: string | null
}

/** Who has an account of one connected system. Every method may throw `IntegrationError`. */
export interface AccountDirectory {
  /** Names the system for machines: `github-acme`, `wordpress-hs`. */
  operation: string
  /** The same for people. */
  operationName: string
  /** A picture of the system; null where its initials do. */
  avatar: string | null
  /** Whether our own credentials let us look after accounts, and the settings that hold them; only where there are any. */
  health?: { settings: string; check(): Promise<AdapterHealth> }
  /** Only where the account goes by a name of its own: the email that this name says it has; null where it says none. */
  emailOf?(name: string): Promise<string | null>
  /** Throws `invalid` where the system knows nobody by what is known of this person. */
  check(person: SoughtPerson): Promise<FoundAccount>
  /** Every open account, page after page. */
  list(): Promise<AccountList>
  /** Where we sign in with accounts of the system itself: the system's own names for them, as the list has them. */
  listOwn?(): Promise<readonly string[]>
  /** Changes nothing, and throws `invalid` where a revocation would be refused: of the account that it signs in with, of the last owner. */
  rehearse(person: SoughtPerson): Promise<void>
  /** Closes the account; one that is closed or gone is no fault. Refuses what `rehearse` refuses. */
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
