import { isDeepStrictEqual } from 'node:util'
import { isPermitted } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import { boardEndpoints } from '#shared/features/articles/board/contract.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { BuiltInBoard } from '../../../integrations/task-board/port.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { createToken } from '../../../security/tokens.ts'
import type { SitesService } from '../../ground/area.ts'
import type { ArticlesService } from '../articles/service.ts'
import { listArticlesOf, listBoards } from './queries.ts'

export interface BoardDeps {
  db: Db
  /** Null if the team uses an external board; this feature is then off. */
  board: BuiltInBoard | null
  sites: SitesService
  articles: Pick<ArticlesService, 'findArticleOfTask'>
}

export interface TaskMove {
  section?: string | undefined
  completed?: boolean | undefined
  priority?: string | null | undefined
}

/** On our own board, a missing object is the caller's error. */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    if (error.kind === 'not_found') throw notFound('Task')
    throw new AppError('unprocessable', error.message)
  }
}

function ownBoard({ board }: BoardDeps): BuiltInBoard {
  if (board === null) throw notFound('Board')
  return board
}

/** A site's board with its tasks, and with their articles for users who may read them. */
async function readBoard(deps: BoardDeps, actor: Caller, gid: string) {
  const site = await deps.sites.findSiteOfBoard(deps.db, gid)
  if (!site) throw notFound('Board')
  const board = await ownBoard(deps).readBoard(gid)
  const gids = isPermitted(actor.permissions, SCREENS.article.access)
    ? board.tasks.map((task) => task.gid)
    : []
  return { gid, name: site.displayName, ...board, articles: await listArticlesOf(deps.db, gids) }
}
export type SeenBoard = Awaited<ReturnType<typeof readBoard>>

/** A task with its comments, possible sections, and article. */
async function readTask(deps: BoardDeps, gid: string) {
  const board = ownBoard(deps)
  const task = await board.getTask(gid)
  if (task?.boardGid == null) throw notFound('Task')
  const { boardGid } = task
  const site = await deps.sites.findSiteOfBoard(deps.db, boardGid)
  const sections = await board.listSections(boardGid)
  const { comments, older } = await board.listComments(gid)
  return {
    task: { ...task, gid },
    board: { gid: boardGid, name: site?.displayName ?? '' },
    sections,
    comments,
    older,
    articleId: (await deps.articles.findArticleOfTask(gid)) ?? null,
  }
}
export type SeenTask = Awaited<ReturnType<typeof readTask>>

/** The built-in task board as people see it. */
export function createBoardService(deps: BoardDeps) {
  return {
    listBoards: async () => (deps.board === null ? [] : listBoards(deps.db)),
    readBoard: (actor: Caller, gid: string) => readBoard(deps, actor, gid),
    readTask: (gid: string) => readTask(deps, gid),
    async changeTask(actor: Caller, gid: string, { section, completed, priority }: TaskMove) {
      requires(actor, boardEndpoints.changeTask.access)
      const change = {
        ...(completed === undefined ? {} : { isCompleted: completed }),
        ...(priority === undefined ? {} : { priority }),
      }
      await transaction(deps.db, async (tx) => {
        const board = ownBoard(deps).within(tx)
        // Held until the end: what the trail calls before is what this change has found.
        const task = await board.holdTask(gid)
        if (task?.boardGid == null) throw notFound('Task')
        if (section !== undefined) await asked(board.moveTask(gid, task.boardGid, section))
        await asked(board.updateTask(gid, change))
        const before = { section: task.section, isCompleted: task.isCompleted, priority: task.priority }
        const after = { ...before, ...(section === undefined ? {} : { section }), ...change }
        if (isDeepStrictEqual(before, after)) return
        await audit(tx, actor, 'task.changed', { id: gid, label: task.name, before, after })
      })
      return readTask(deps, gid)
    },
    async comment(actor: Caller, gid: string, text: string) {
      requires(actor, boardEndpoints.comment.access)
      const signed = `${fullNameOf(actor)}:\n${text}`
      await transaction(deps.db, async (tx) => {
        await asked(ownBoard(deps).within(tx).addComment(gid, signed, createToken()))
        await audit(tx, actor, 'task.commented', { id: gid, after: { text } })
      })
      return readTask(deps, gid)
    },
  }
}

export type BoardService = ReturnType<typeof createBoardService>
