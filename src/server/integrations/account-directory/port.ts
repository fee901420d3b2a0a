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
}

/** Who has an account of one connected system. Every method may throw `IntegrationError`. */
export interface AccountDirectory {
  /** Names the system for machines: `github-acme`, `wordpress-hs`. */
  operation: string
  /** The same for people. */
  operationName: string
  /** A picture of the system; null where its initials do. */
  avatar: string | null
  check(person: SoughtPerson): Promise<FoundAccount>
  /** Closes the account; one that is closed or gone is no fault. Refuses the account that it signs in with. */
  revoke(person: SoughtPerson): Promise<string>
}

export const NO_ACCOUNT: FoundAccount = {
  active: false,
  accountId: null,
  url: null,
  detail: 'No such account',
}
