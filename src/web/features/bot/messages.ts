export const TITLES = {
  start: 'The chat could not be started.',
  send: 'The message was not sent.',
} as const

/** Follows what went wrong. */
export const RELOAD = 'Please reload the page to start a new chat'

export const CONNECTION = {
  starting: { label: 'connecting', tone: 'quiet' },
  ready: { label: 'connected', tone: 'good' },
  lost: { label: 'not connected', tone: 'bad' },
} as const

export const LOOKING = 'Looking it up …'

/** Names what can be asked. */
export const EXAMPLES = 'For example'
