import { PERMISSION_WORDS } from '#shared/access/permission-words.ts'
import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import { BOARD_LABELS, type BoardKind } from '#shared/features/operate/webhooks/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** The specification's error titles, and other errors of the sites screen. */
export const FAILURES = {
  list: 'Sites could not be searched.',
  start: 'Could not save the webhook',
  reset: 'Could not reset the webhook',
  details: 'Could not find webhook',
  tunnel: 'Could not start the service',
  save: 'Couldn’t save the site',
  logo: 'Couldn’t save the logo.',
  connection: 'Couldn’t test the connection.',
  style: 'Couldn’t check the styles.',
} as const

export const DONE = {
  started: 'Webhook active',
  reset: 'Webhook restarted',
  created: 'Site added',
  changed: 'Site changed',
  styleCopied: 'CSS copied',
} as const

export const EMPTY = 'No sites yet. Add the site where you publish your articles.'
export const EXPLANATION = `Webhooks tell Copydesk about board changes. Only people who can ${PERMISSION_WORDS.ManageWebhooks.allows} can see, start and reset them.`
/** The place for a site's own styles in WordPress. */
export const POST_STYLE =
  'Posts use your theme’s fonts and colors. To show products in boxes, copy this CSS and paste it into each site’s Additional CSS. Replace an older version of it there.'
/** The style sheet of posts as a site's readers get it, with an explanation where there is something to do. */
export const STYLE_WORDS: Readonly<Record<PostStyle, { label: string; note?: string }>> = {
  current: { label: 'Styles: current' },
  old: { label: 'Styles: old' },
  missing: { label: 'Styles: missing', note: 'Not found on the page' },
  unknown: { label: 'Styles: unknown', note: 'Couldn’t read the page' },
}
export const HOURLY = 'Boards are also checked every hour.'

interface NamedBoard {
  site: string
  kind: BoardKind
}

/** The readable name of a board: `Open Kitchen, content board`. */
export const boardName = ({ site, kind }: NamedBoard) => `${site}, ${BOARD_LABELS[kind]}`

/** Asked before a webhook is started or reset. */
export const webhookQuestion = (board: NamedBoard, isActive: boolean) =>
  isActive
    ? {
        title: `Reset the webhook of ${boardName(board)}?`,
        content: 'It restarts at a new address and fetches missed changes.',
        okText: 'Reset',
        cancelText: 'Cancel',
      }
    : {
        title: `Start the webhook of ${boardName(board)}?`,
        content: 'The board will then send every task change to Copydesk.',
        okText: 'Start',
        cancelText: 'Cancel',
      }

/** Asked before a site is deactivated. */
export const restQuestion = (site: string) => ({
  title: `Retire ${site}?`,
  content: 'We stop publishing to it and watching its boards. Its articles, posts and figures are kept.',
  okText: 'Retire',
  cancelText: 'Cancel',
})

export const silentWords = (boards: number) =>
  boards === 1
    ? 'One board hasn’t sent anything for more than a day.'
    : `${counted(boards)} boards haven’t sent anything for more than a day.`

export const resetWords = (boards: number) => (boards === 1 ? 'Reset it' : `Reset all ${counted(boards)}`)

/** The text alternative of the chart of the last hours. */
export function hoursWords(hours: readonly number[]): string {
  const calls = hours.reduce((sum, count) => sum + count, 0)
  return `${countedIn(calls, 'call')} in the last ${hours.length} hours`
}
