export const TITLES = {
  start: 'Couldn’t start the chat.',
  send: 'Couldn’t send the message.',
} as const

/** Shown after an error message. */
export const RELOAD = 'Please reload the page to start a new chat'

export const CONNECTION = {
  starting: { label: 'connecting', tone: 'quiet' },
  ready: { label: 'connected', tone: 'good' },
  lost: { label: 'not connected', tone: 'bad' },
} as const

export const LOOKING = 'Looking it up …'

/** Heading of the example questions. */
export const EXAMPLES = 'For example'

/** Heading of the facts before the first question. */
export const TODAY = 'Today'
