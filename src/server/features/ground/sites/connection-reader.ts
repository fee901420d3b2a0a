import type { SiteConnection } from '#shared/features/ground/sites/contract.ts'
import { BOARD_LABELS } from '#shared/features/operate/webhooks/rules.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import { BUILT_IN } from '../../../settings/settings-group.ts'
import type { SiteRow } from './store.ts'

const NOT_WORDPRESS =
  'This site isn’t connected to WordPress. Save it, then click Posts in its row to see how to connect it.'

export interface ConnectionDeps {
  publishing: PublishingSites
  taskBoard: TaskBoard
}

type Answer = Pick<SiteConnection, 'ok' | 'detail'>

async function asked(label: string, ask: () => Promise<Answer>): Promise<SiteConnection> {
  try {
    return { label, ...(await ask()) }
  } catch (error) {
    const detail = error instanceof IntegrationError ? sayRefusal(error) : 'It couldn’t be reached.'
    return { label, ok: false, detail }
  }
}

/** Result for built-in boards: an id becomes a board on first use, so none is queried. */
async function ownBoard(taskBoard: TaskBoard): Promise<Answer | null> {
  const { adapter, ok, detail } = await taskBoard.check()
  return adapter === 'built-in' ? { ok, detail } : null
}

/** Without WordPress, posts are stored here, which must not look like a working connection to the site. */
async function askPosts(publishing: PublishingSites, code: string): Promise<Answer> {
  const { adapter, ok, detail } = await publishing(code).check()
  return adapter === BUILT_IN ? { ok, detail: `${detail} ${NOT_WORDPRESS}` } : { ok, detail }
}

/** Asks the posts of a site and its boards, side by side, whether they let us in. One that fails hides no other. */
export function askConnections(
  { publishing, taskBoard }: ConnectionDeps,
  site: Pick<SiteRow, 'code' | 'boardGid' | 'copyboardGid'>,
): Promise<SiteConnection[]> {
  const boards = { content: site.boardGid, copyboard: site.copyboardGid } as const
  const ofBoard = (label: string, gid: string) =>
    asked(label, async () => {
      const own = await ownBoard(taskBoard)
      if (own) return own
      const names = (await taskBoard.listSections(gid)).map(({ name }) => name)
      return { ok: true, detail: `The board answers, with ${names.length} sections.` }
    })
  return Promise.all([
    asked('Posts', () => askPosts(publishing, site.code)),
    ...Object.entries(boards).flatMap(([kind, gid]) =>
      gid === null ? [] : [ofBoard(BOARD_LABELS[kind === 'content' ? 'content' : 'copyboard'], gid)],
    ),
  ])
}
