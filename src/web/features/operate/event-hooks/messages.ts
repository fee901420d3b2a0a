import type { EventHook, EventSend } from '#shared/features/operate/event-hooks/contract.ts'
import {
  ANSWER_BYTES,
  CHOSEN_TYPES,
  EVENT_GROUPS,
  EVENT_LABELS,
  type EventBody,
  type EventType,
  FAILING_DAYS,
  HOOK_ROTATION_HOURS,
  type HookFormat,
  type HookState,
  type SendFilter,
} from '#shared/features/operate/event-hooks/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import type { Tone } from '#web/ui/cells/status-badge.tsx'

/** All texts of event hooks, except the labels and messages of the contract and of the server. */
export const MESSAGES = {
  notListed: 'Couldn’t load the event hooks.',
  notLoaded: 'Couldn’t load the event hook.',
  noSuchHook: 'This event hook doesn’t exist',
  noSuchHookWhy: 'It may have been deleted.',
  about:
    'Copydesk sends a signed request, or a message to Slack or Teams, for each event that you choose, and retries for about three days.',
  none: 'No event hooks yet',
  noneWhy: 'Notify n8n, Zapier, Slack or Teams when an article is approved or a product runs out of stock.',
  search: 'Search by name or host',
  noMatch: 'No event hook matches.',
  showAll: 'Show all event hooks',
  nothingSent: 'Nothing sent yet',
  sendsFailed: 'Couldn’t load the log.',
  noSends: 'Nothing has been sent yet. Send a test to see whether it arrives.',
  noSendsMatch: 'Nothing matches these filters.',
  clearFilters: 'Clear filters',
  live: 'New events appear automatically',
  sendFailed: 'Couldn’t load the event.',
  noSuchSend: 'This event is no longer in the log.',
  notTried: 'Not sent yet.',
  unreadable: 'The server can’t decrypt the address. Edit the hook and enter it again.',
  noAnswer: 'There was no answer.',
  emptyAnswer: 'The answer had no body.',
  cut: `Cut after ${ANSWER_BYTES / 1024} kB.`,
  twoSignatures: 'two signatures while rotating',
  unsigned: 'Not signed: the address is the secret.',
  notSaved: 'Couldn’t save the hook',
  created: 'Hook created',
  changed: 'Hook saved',
  notPaused: 'Couldn’t pause the hook',
  paused: 'Hook paused',
  notResumed: 'Couldn’t resume the hook',
  resumed: 'Hook resumed',
  notDeleted: 'Couldn’t delete the hook',
  deleted: 'Hook deleted',
  notRotated: 'Couldn’t rotate the secret',
  notTested: 'Couldn’t send a test',
  notSentAgain: 'Couldn’t send the event again',
  notAllSentAgain: 'Couldn’t send the events again',
  sentAgain: 'Sending the event again',
  arrived: 'The test arrived.',
  didNotArrive: 'The test didn’t arrive.',
  testing: 'Sending a test…',
  secretNote: 'Give it to the receiver, which checks each request with it.',
  standard: 'Requests follow Standard Webhooks.',
  howToCheck: 'How to check a signature',
  onlyNew: 'Use only the new one at once',
  onlyNewWhy:
    'Choose this if the old one may have leaked. The receiver refuses requests until you’ve swapped the secret.',
  rotation: `For ${HOOK_ROTATION_HOURS} hours every request carries two signatures, one with each secret. Swap the secret in the receiver in that time.`,
  keepsId: 'Each keeps its id, so a receiver can ignore one it already has.',
  secretOnce: 'You’ll see the secret once, after saving.',
  noNewTypes: 'New types are never added automatically.',
  allSites: 'All sites, new ones too',
  someSites: 'Only these sites',
  sitesHint: 'Events that don’t belong to a site are always sent.',
  sitesFailed: 'Couldn’t load the sites.',
  never:
    'Never includes drafts or article text. Email addresses appear only in events about people. Use an API token to fetch more.',
  messageNever: 'Never includes drafts or article text, and mentions nobody.',
  keepAddress: 'Leave it empty to keep the address.',
  resume: 'Resume',
  sendAllAgain: 'Send all failed again',
  backwards: 'Choose a day on or after the first.',
} as const

/** What Slack and Teams call it in their menus. They change these names without us: check them at each release. */
export const ADDRESS_WORDS: Readonly<Record<HookFormat, { label: string; hint?: string }>> = {
  standard: { label: 'Address' },
  slack: {
    label: 'Address of the incoming webhook',
    hint: 'Slack: Apps, Incoming Webhooks. It’s stored encrypted and never shown again.',
  },
  teams: {
    label: 'Address of the workflow',
    hint: 'Teams: Workflows, “Post to a channel when a webhook request is received”. It’s stored encrypted and never shown again.',
  },
}

export const AT_ONCE_NOTE = 'At most one message a minute; the rest is collected.'
export const TIMING_WORDS = {
  at_once: { label: 'At once' },
  daily: { label: 'Once a day' },
} as const

/** The title of a message about one event, or about several. */
export const messageTitle = (events: readonly EventBody[]) => {
  const [first] = events
  return events.length === 1 && first ? EVENT_LABELS[first.type] : `${events.length} events in Copydesk`
}

/** What a message says of an event. */
export const messageLine = ({ data: { label, site, actor } }: EventBody) =>
  [label, site, actor.kind === 'job' ? null : actor.name].filter(Boolean).join(' · ')

/** `At 09:00, Eastern Time.` */
export function dailyNote(timeZone: string | undefined): string {
  const zone = new Intl.DateTimeFormat('en-US', {
    timeZoneName: 'longGeneric',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value
  // UTC has no other name.
  const name = zone?.startsWith('GMT') ? timeZone : zone
  return `At 09:00${name === undefined ? '' : `, ${name}`}. If nothing is new, nothing is sent.`
}

export const FILTER_LABELS: Readonly<Record<SendFilter, string>> = {
  sent: 'Arrived',
  failed: 'Failed',
  waiting: 'Waiting',
  given_up: 'Given up',
}

type Look = { label: string; tone: Tone; mark?: 'hollow' }

export const STATE_LOOKS: Readonly<Record<HookState, Look>> = {
  active: { label: 'Active', tone: 'good' },
  failing: { label: 'Failing', tone: 'bad' },
  paused: { label: 'Paused', tone: 'quiet', mark: 'hollow' },
  gone: { label: 'Gone', tone: 'warn', mark: 'hollow' },
}

/** `503`, or `No answer` */
const statusWords = (status: number | null) => (status === null ? 'No answer' : String(status))

/** The state of an event in a word or two, and its look. */
export function sendLook({ state, status }: Pick<EventSend, 'state' | 'status'>): Look {
  if (state === 'waiting') return { label: 'Waiting', tone: 'note', mark: 'hollow' }
  if (state === 'given_up') return { label: 'Given up', tone: 'quiet', mark: 'hollow' }
  if (state === 'retrying') return { label: `${statusWords(status)}, trying again`, tone: 'bad' }
  return { label: statusWords(status), tone: 'good' }
}

export const milliseconds = (ms: number) => `${counted(ms)} ms`

/** `200 in 84 ms` */
export const answeredWords = (status: number | null, ms: number) =>
  status === null ? 'No answer' : `${status} in ${milliseconds(ms)}`

/** `96 ms`, `1.2 s` */
export const briefly = (ms: number) => (ms < 1000 ? milliseconds(ms) : `${(ms / 1000).toFixed(1)} s`)

/** `6 h 2 min`, `4 min` */
export function waitedWords(since: string, now: Date): string {
  const passed = Math.max(0, now.getTime() - Date.parse(since))
  const hours = Math.floor(passed / HOUR_MS)
  const minutes = Math.floor((passed % HOUR_MS) / MINUTE_MS)
  return hours > 0 ? `${hours} h ${minutes} min` : `${Math.max(1, minutes)} min`
}

/** `1 hour 42 minutes`: for how long a receiver asked us to wait. */
export function pauseWords(seconds: number): string {
  if (seconds < 60) return countedIn(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && countedIn(hours, 'hour'), rest > 0 && countedIn(rest, 'minute')]
    .filter(Boolean)
    .join(' ')
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
const sentence = ([first = '', ...rest]: readonly string[]) => [first, ...rest.map(lowerFirst)].join(', ')

const FEW_TYPES = 2
const FEW_GROUPS = 3

/** The chosen types in a few words: `Articles, posts`, `Everything but keywords`. */
export function eventsWords(types: readonly EventType[]): string {
  if (types.length >= CHOSEN_TYPES.length) return 'Everything'
  if (types.length <= FEW_TYPES) return sentence(types.map((type) => EVENT_LABELS[type]))
  const shares = EVENT_GROUPS.map((group) => ({
    label: group.label,
    all: group.types.length,
    chosen: group.types.filter(({ type }) => types.includes(type)).length,
  }))
  const [missing, ...others] = shares.filter(({ chosen, all }) => chosen < all)
  if (missing && missing.chosen === 0 && others.length === 0)
    return `Everything but ${lowerFirst(missing.label)}`
  const labels = shares.filter(({ chosen }) => chosen > 0).map(({ label }) => label)
  const rest = labels.length - FEW_GROUPS
  return rest > 0 ? `${sentence(labels.slice(0, FEW_GROUPS))} and ${rest} more` : sentence(labels)
}

/** `9 types, all sites` */
export function reachWords({ types, sites }: Pick<EventHook, 'types' | 'sites'>): string {
  const [only] = sites ?? []
  const where =
    sites === null
      ? 'all sites'
      : sites.length === 1 && only
        ? only.display_name
        : countedIn(sites.length, 'site')
  return `${countedIn(types.length, 'type')}, ${where}`
}

export const typesWords = (chosen: number) =>
  `${chosen} of ${countedIn(CHOSEN_TYPES.length, 'type')}. ${MESSAGES.noNewTypes}`

type Hours = EventHook['hours']
const sumOf = (hours: Hours, of: 'events' | 'failed') => hours.reduce((sum, hour) => sum + hour[of], 0)

/** The text alternative of the bars: `640 events, 24 failed in the last 6 hours`. */
export function hoursWords(hours: Hours): string {
  const events = sumOf(hours, 'events')
  if (events === 0) return 'no events'
  const failed = sumOf(hours, 'failed')
  if (failed === 0) return `${countedIn(events, 'event')}, none failed`
  const since = hours.length - hours.findIndex((hour) => hour.failed > 0)
  return `${countedIn(events, 'event')}, ${counted(failed)} failed in the last ${countedIn(since, 'hour')}`
}

/** The answer to whether everything arrives. */
export function headline(hooks: readonly EventHook[]): string {
  const failing = hooks.filter(({ state }) => state === 'failing').length
  if (failing > 0) return `${failing} failing`
  const isSending = hooks.some(({ state }) => state === 'active')
  return isSending ? 'All working' : 'None active'
}

export function arrivedWords(hooks: readonly EventHook[]): string {
  const events = hooks.reduce((sum, { hours }) => sum + sumOf(hours, 'events'), 0)
  const failed = hooks.reduce((sum, { hours }) => sum + sumOf(hours, 'failed'), 0)
  if (events === 0) return 'No events in the last 24 hours'
  return failed === 0
    ? `${countedIn(events, 'event')} in the last 24 hours, none failed`
    : `${counted(failed)} of ${countedIn(events, 'event')} failed in the last 24 hours`
}

const waiting = (count: number) =>
  count === 1
    ? '1 event is waiting for its next try.'
    : `${counted(count)} events are waiting for their next try.`

export const failingWords = (count: number) =>
  `${count === 0 ? '' : `${waiting(count)} Nothing is lost: each is tried for about three days. `}If every try fails for ${FAILING_DAYS} days, the hook is paused and you get a notice.`

export const PAUSED_BY_COPYDESK = `Paused because every try failed for ${FAILING_DAYS} days. Fix the receiver, then resume.`
export const GONE = 'The receiver answered 410: it doesn’t want these events any more.'
export const MISSED = 'Events that happen while it’s stopped aren’t sent later.'

/** Asked before a hook is paused. */
export const pauseQuestion = (name: string) => ({
  title: `Pause “${name}”?`,
  content:
    'Events that happen while it’s paused aren’t sent later. Events already waiting are sent when you resume.',
  okText: 'Pause',
  cancelText: 'Cancel',
})

/** Asked before a hook is deleted. */
export const deleteQuestion = ({ name, host }: Pick<EventHook, 'name' | 'host'>) => ({
  title: `Delete “${name}”?`,
  content: `No more events go to ${host}. Waiting events aren’t sent, and the log is deleted.`,
  okText: 'Delete hook',
  cancelText: 'Cancel',
  danger: true,
})

/** Asked before the only chance to copy a secret passes. */
export const CLOSE_SECRET = {
  title: 'Close without copying the secret?',
  content: 'You won’t see it again. You can rotate it to get another one.',
  okText: 'Close',
  cancelText: 'Go back',
  danger: true,
} as const

export const againTitle = (count: number | undefined) =>
  count === undefined ? 'Send failed events again?' : `Send ${countedIn(count, 'failed event')} again?`
export const againButton = (count: number | undefined) => (count ? `Send ${counted(count)}` : 'Send')
export const againWords = (count: number) => `Sending ${countedIn(count, 'event')} again`

/** A call that repeats a request in a terminal. */
export function curlLines(
  address: string,
  headers: readonly { name: string; value: string }[],
  body: string,
) {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl ${quoted(address)}`,
    // The shown signature is cut, so the receiver would refuse it.
    ...headers
      .filter(({ name }) => name.toLowerCase() !== 'webhook-signature')
      .map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
}
