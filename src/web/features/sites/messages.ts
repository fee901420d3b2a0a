import { PERMISSION_WORDS } from '#shared/access/permission-words.ts'
import { BOARD_LABELS, type BoardKind } from '#shared/features/webhooks/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** The catalogue's titles, and what else can go wrong on the screen of sites. */
export const FAILURES = {
  list: 'Sites could not be searched.',
  start: 'Could not save the webhook',
  reset: 'Could not reset the webhook',
  details: 'Could not find webhook',
  tunnel: 'Could not start the service',
  save: 'Could not save the site',
  logo: 'The logo could not be stored.',
  connection: 'The connection could not be tested.',
} as const

export const DONE = {
  started: 'The webhook is active',
  reset: 'The webhook has been started anew',
  created: 'Site added',
  changed: 'Site changed',
} as const

export const EMPTY = 'There is no site yet. A site is where articles are published.'
export const EXPLANATION = `Copydesk hears of changes on a board through its webhook. Only people who may ${PERMISSION_WORDS.ManageWebhooks.allows} can start, see and reset them.`
export const HOURLY = 'Whatever a board does not tell is read from it every hour.'

interface NamedBoard {
  site: string
  kind: BoardKind
}

/** A board as people call it: `Open Kitchen, content board`. */
export const boardName = ({ site, kind }: NamedBoard) => `${site}, ${BOARD_LABELS[kind]}`

/** Asked before a webhook is started, or started anew. */
export const webhookQuestion = (board: NamedBoard, isActive: boolean) =>
  isActive
    ? {
        title: `Reset the webhook of ${boardName(board)}?`,
        content: 'It is started anew under another address, and the board is asked for what was missed.',
        okText: 'Reset',
        cancelText: 'Cancel',
      }
    : {
        title: `Start the webhook of ${boardName(board)}?`,
        content: 'From then on the board tells Copydesk of every change of its tasks.',
        okText: 'Start',
        cancelText: 'Cancel',
      }

/** Asked before a site is put to rest. */
export const restQuestion = (site: string) => ({
  title: `Put ${site} to rest?`,
  content:
    'Nothing new is made for it, and its boards are watched no more. Its articles, posts and figures stay as they are.',
  okText: 'Put to rest',
  cancelText: 'Cancel',
})

export const silentWords = (boards: number) =>
  boards === 1
    ? 'One board has been silent for more than a day.'
    : `${counted(boards)} boards have been silent for more than a day.`

export const resetWords = (boards: number) => (boards === 1 ? 'Reset it' : `Reset all ${counted(boards)}`)

/** What the picture of the last hours says. */
export function hoursWords(hours: readonly number[]): string {
  const calls = hours.reduce((sum, count) => sum + count, 0)
  return `${countedIn(calls, 'call')} in the last ${hours.length} hours`
}
