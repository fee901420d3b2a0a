/** All texts of signing in through the provider, except those of the server. */
export const MESSAGES = {
  signInError: 'Sign-in error',
  notLoaded: 'Couldn’t load your account at the provider.',
  userNotLoaded: 'Couldn’t load the user’s account at the provider.',
  lastTime: 'Used last time',
  otherWay: 'Sign in another way',
  noPassword: 'You have none. To set one, sign out and choose “Forgot your password?”.',
  otherWays: 'Works when the provider is down, too.',
  confirmed: 'Identity confirmed',
  confirmedNote: 'You can continue. You won’t be asked again for 15 minutes.',
} as const

export const continueWith = (label: string) => `Continue with ${label}`
export const tryAgain = (label: string) => `Try ${label} again`
export const unknownTitle = (label: string) => `${label} knows you, Copydesk does not`
export const anotherAccount = (label: string) => `Use another ${label} account`
export const hasPasswordHint = (label: string) =>
  `Already have a password here? Sign in with it once, then connect ${label} in My Profile.`
export const awayTitle = (label: string) => `${label} isn’t answering.`
export const AWAY_NOTE = 'Sign in with your email and password, or try again in a minute.'
export const stillThereNote = (label: string) =>
  `You signed out of Copydesk. You’re still signed in at ${label}.`
export const signOutThere = (label: string) => `Sign out at ${label}, too`
export const AWAY_LIMITED_NOTE = 'Try again in a minute. Break-glass accounts sign in another way.'
export const canceledNote = (label: string) => `You canceled at ${label}. Nothing was changed.`
export const unconnectedNote = (label: string) => `Sign in with your ${label} account instead of a password.`
export const connected = (label: string) => `${label} connected`
export const notConnected = (label: string) => `Couldn’t connect ${label}`
export const notFinished = (label: string) => `Couldn’t finish at ${label}`
export const disconnected = (label: string) => `${label} disconnected`
export const notDisconnected = (label: string) => `Couldn’t disconnect ${label}`
export const inviteNote = (label: string) => `Use your ${label} account, and you need no password here.`
export const onlyNote = (label: string) =>
  `Your workspace signs in with ${label}, so you need no password here.`
export const confirmNote = (label: string) =>
  `Confirm it’s you at ${label}. You’ll come back here, and you won’t be asked again for 15 minutes.`

interface Limited {
  is_password_limited: boolean
}

/** What a user needs who can only sign in through the provider. */
const missingWay = ({ is_password_limited: isLimited }: Limited) =>
  isLimited ? 'a passkey' : 'a password or a passkey'
export const onlyWayIn = (limited: Limited) => `Set ${missingWay(limited)} first.`
export const onlyWayOf = (label: string, limited: Limited) =>
  `${label} is this user’s only way in. They need ${missingWay(limited)} first.`
export const limitedNote = (label: string) =>
  `You can’t use one: your workspace signs in with ${label}. Passwords here are only for break-glass accounts.`
export const userTitle = (label: string) => `${label} account`
export const notConnectedUser = (label: string) => `Not connected. The user connects ${label} in My Profile.`
export const roleNote = (label: string) => `The role comes from ${label}, at each sign-in.`
export const roleFrom = (label: string) => `From ${label}, at each sign-in.`

export const disconnectUserQuestion = (label: string, name: string) => ({
  title: `Disconnect ${name} from ${label}?`,
  content: `Sessions that began at ${label} end. To connect again, ${name} signs in another way and chooses Connect in My Profile.`,
  okText: 'Disconnect',
  cancelText: 'Cancel',
  danger: true,
})

export const disconnectQuestion = (label: string) => ({
  title: `Disconnect ${label}?`,
  content: `You can’t sign in with ${label} any more, and your other sessions that began with it end.`,
  okText: 'Disconnect',
  cancelText: 'Cancel',
  danger: true,
})

/** `Ines Aldana, Sofia Brandvold or Tomás Wieland`; anybody if no name is known. */
export function adminNames(names: readonly string[]): string {
  const last = names.at(-1)
  if (last === undefined) return 'an administrator'
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
