import {
  hourWords,
  type MailedByDefault,
  type MailScope,
  mailScopeWords,
  NIGHT,
} from '#shared/features/ground/notices/form.ts'
import type { NoticeGroup } from '#shared/features/ground/notices/rules.ts'

export const FAILURES = {
  read: 'Couldn’t load notices',
  mark: 'Couldn’t mark the notices as read',
  ask: 'Couldn’t ask for access',
  save: 'Couldn’t save your notification settings',
} as const

export const EMPTY =
  'No notices yet. You’ll be notified here when your article is returned, approved or rejected, or when someone replies to your review or mentions you.'

export const ASK_ACCESS = 'Ask for access'

/** Texts of the tab in My Profile on how notices are sent. */
export const NOTIFICATIONS = {
  intro: 'Mail and digest come in addition to the bell.',
  saved: 'Saved',
  notSaved: 'Not saved.',
  notLoaded: 'Your notification settings couldn’t be loaded.',
  always: 'Always by bell and by mail at once',
  alwaysBell: 'Always by bell',
  useDefaults: 'Use the defaults',
  sendAt: 'Send at',
  on: 'On',
  oneDay: 'Choose at least one day.',
  hold: 'Hold mail overnight',
  holdNote: `Mail that would be sent between ${hourWords(NIGHT.from)} and ${hourWords(NIGHT.to)} waits until ${hourWords(NIGHT.to)}. Account warnings never wait.`,
  sendNow: 'Send it now',
  sent: 'Your digest is on its way',
  notSent: 'Couldn’t send your digest',
  nothingNew: 'Nothing is new yet.',
  leftOut: 'Anything you’ve already read in the bell is left out. If nothing is new, no mail is sent.',
  noDigest: 'Choose “In the digest” for a group to get one mail a day instead of many.',
} as const

export const GROUP_NOTES: Readonly<Record<NoticeGroup, string>> = {
  articles: 'Returned, approved, rejected, published, moved or lost',
  reviews: 'Resubmitted, canceled or taken over',
  mentions: 'Someone mentions you in a comment',
  alerts: 'One of your rules fires: stock, earnings, rankings',
  systems: 'A scan, a backup, a connection or an event hook fails, or access needs attention',
  account: 'Guessed passwords, changed sign-in, API tokens',
}

const DEFAULTS: Readonly<Record<MailedByDefault, string>> = {
  all: 'Everything by mail',
  mentions: 'Mentions by mail',
  none: 'Bell only',
}

/** How many groups the user has changed, and what the others follow. */
export function choicesWords(own: number, all: number, byDefault: MailedByDefault | null): string {
  const rest = byDefault === null ? '' : ` the workspace’s default, “${DEFAULTS[byDefault]}”.`
  if (own === 0) return rest === '' ? '' : `All groups follow${rest}`
  const changed = `You’ve changed ${own} of ${all} groups.`
  return rest === '' || own === all ? changed : `${changed} The rest follow${rest}`
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** `New York time` for `America/New_York`. */
export const zoneWords = (timeZone: string): string =>
  `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`

/** Texts of the page that a mail names for unsubscribing. */
export const UNSUBSCRIBE = {
  deadTitle: 'This link doesn’t work',
  dead: 'It’s incomplete, or your account is locked or has a new email. To choose which mail you get, sign in and open My Profile.',
  bell: 'The bell in Copydesk keeps ringing. You can switch the mail on again in My Profile.',
  stop: 'Stop this mail',
  isOff: 'This mail is already off.',
  notDone: 'Couldn’t switch the mail off',
  notLoaded: 'The link couldn’t be checked.',
} as const

export const stopQuestion = (scope: MailScope): string => `Stop ${mailScopeWords(scope)}?`
export const stopped = (scope: MailScope): string =>
  scope === 'digest'
    ? 'Your digest is off. You won’t get it any more.'
    : `You won’t get ${mailScopeWords(scope)} any more.`
