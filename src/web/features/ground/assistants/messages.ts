import type { ConnectedAssistant } from '#shared/features/ground/assistants/contract.ts'
import {
  type ConnectRefusal,
  isHostName,
  REQUEST_MINUTES,
  shownName,
  UNUSED_DAYS_MAXIMUM,
} from '#shared/features/ground/assistants/rules.ts'

/** All texts of assistants that connect by consent, except those of the server. */
export const MESSAGES = {
  notRead: 'We couldn’t check who is asking.',
  onlyIfStarted: 'Only go on if you started this.',
  canDo: 'It will be able to',
  never: 'It never can',
  choice: 'What it may do',
  looksUp: 'Look things up',
  changesNothing: 'Nothing in Copydesk changes.',
  prepares: 'Look things up and prepare work',
  inTrail: 'The audit trail shows all that it made or changed.',
  roleOnlyLooks: 'Your role can only look things up.',
  ends: `Ends after ${UNUSED_DAYS_MAXIMUM} days without use, and after a year at the latest. You can disconnect it any time in My Profile.`,
  notRefused: 'Couldn’t cancel',
  toProfile: 'Go to My Profile',
  title: 'Connected assistants',
  notLoaded: 'Your assistants couldn’t be loaded.',
  none: 'None connected. Connect Claude, ChatGPT or Cursor to ask about your articles and keywords.',
  off: 'Your workspace doesn’t allow assistants.',
  disconnected: 'Assistant disconnected',
  notDisconnected: 'Couldn’t disconnect the assistant',
} as const

export const NEVER = [
  'Approve, return or publish',
  'Delete, or apply bulk changes',
  'See people, access or settings',
] as const

/** Longest name that a button shows. */
const BUTTON_NAME_MAXIMUM = 24
export const allowWords = (name: string) =>
  [...name].length > BUTTON_NAME_MAXIMUM ? 'Allow' : `Allow ${name}`
export const wantsTo = (name: string) => `${name} wants to use Copydesk`
export const onlyLooks = (name: string) => `${name} asked only to look things up.`
export const notAllowed = (name: string) => `Couldn’t connect ${name}`
export const localNote = (host: string) =>
  `The answer goes to a program on this computer (${host}). Copydesk can’t identify it.`

/** After an answer that another program of the computer takes over, which leaves this page open. */
export const answeredWords = (name: string, isAllowed: boolean) =>
  isAllowed
    ? { title: `You allowed ${name}`, text: `Go on in ${name}. You can close this page.` }
    : { title: 'You cancelled the request', text: 'Nothing was connected. You can close this page.' }

interface RefusedWords {
  title: string
  text: string
}

// The server forgets a request once it was answered, so it may have been allowed.
const AGAIN = (name: string) =>
  `Unless you’ve already allowed it, nothing was connected. Start again in ${name || 'the program'}. You’ll have ${REQUEST_MINUTES} minutes.`

/** Why a request can’t be answered. Host and name may come from an address that anybody wrote. */
export function refusedWords(
  why: ConnectRefusal,
  { host = '', name = '' }: { host?: string; name?: string },
): RefusedWords {
  const shown = shownName(host)
  switch (why) {
    case 'off':
      return { title: MESSAGES.off, text: 'Nothing was connected.' }
    case 'host':
      return {
        title: `${isHostName(shown) ? shown : 'This program'} may not connect here`,
        text: 'Your workspace allows assistants only from hosts that it has chosen.',
      }
    case 'unreadable':
      return { title: MESSAGES.notRead, text: 'Nothing was connected. Try again in a minute.' }
    case 'expired':
      return { title: 'This request has expired', text: AGAIN(shownName(name)) }
    default:
      return {
        title: 'This request can’t be answered',
        text: 'Nothing was connected. Start again in the program.',
      }
  }
}

const LIST = new Intl.ListFormat('en-GB')
export const onlyFrom = (hosts: readonly string[]) =>
  `Your workspace allows assistants only from ${LIST.format(hosts)}.`

/** Asked before an assistant is disconnected. */
export const disconnectQuestion = ({ name, host }: Pick<ConnectedAssistant, 'name' | 'host'>) => ({
  title: `Disconnect ${name}?`,
  content: `It’s run by ${host}. It can’t use Copydesk any more until you connect it again.`,
  okText: 'Disconnect',
  cancelText: 'Cancel',
  danger: true,
})
