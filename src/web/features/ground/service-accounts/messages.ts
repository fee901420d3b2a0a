/** All texts of service accounts, except the messages of the contract and of the server. */
export const MESSAGES = {
  failed: 'Service accounts couldn’t be loaded.',
  none: 'No service accounts yet. Make one for an integration that should outlive the person who set it up.',
  accountFailed: 'Couldn’t load the service account.',
  notSaved: 'Couldn’t save the service account',
  created: 'Service account created',
  updated: 'Service account updated',
  handedOver: 'Handed over',
  notHandedOver: 'Couldn’t hand over the service account',
  what: 'A service account belongs to an integration instead of a person. It has no password, can’t sign in, and isn’t listed among people. Its tokens never have more rights than its role.',
  ownerNote:
    'Gets a notice and a mail when a token is about to end, is used from a new address or is revoked. Offboarding the owner asks who takes over the account.',
  canNever: 'Sign in, manage people or access, change sign-in rules, query the database.',
  chooseOwner: 'Choose an owner.',
  lockQuestion: 'Do you want to lock this user?',
} as const

export const unmatched = (query: string) => `No service account’s name contains “${query}”.`

export const lockConsequence = (name: string) =>
  `Once you save, the tokens of ${name || 'this account'} stop working. Unlocking brings them back.`
