import { maySee, PUBLISHING, statusOfTask } from '#shared/features/articles/rules.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Actor } from '../../../http/actor.ts'
import type { BoardTask } from '../../../integrations/task-board/port.ts'
import { findArticleOfTask, findMirror, updateMirrorFields } from '../mirror-store.ts'
import { findBoardOf, readArticles } from '../queries.ts'
import { lockArticle } from '../store.ts'
import type { ArticleParts } from './access.ts'
import { requestMirror } from './mirror-article.ts'
import { publishArticle } from './publish-article.ts'

type SyncParts = Pick<ArticleParts, 'db' | 'clock' | 'enqueue' | 'listeners' | 'taskBoard'>

/** Takes over where a task stands. An approved article whose task says that it is out becomes published. */
async function takeOver(parts: SyncParts, articleId: number, task: BoardTask): Promise<void> {
  await transaction(parts.db, async (tx) => {
    const article = await lockArticle(tx, articleId)
    if (article?.taskGid !== task.gid) return
    if (article.taskUrl !== task.url || article.taskSection !== task.section) {
      await updateMirrorFields(tx, articleId, { taskUrl: task.url, taskSection: task.section })
    }
    if (statusOfTask(task) !== PUBLISHING.to) return
    await publishArticle(parts, tx, {
      articleId,
      actorId: null,
      words: 'The task says so.',
      now: parts.clock(),
    })
  })
}

/** Asks the task board, outside of any transaction, and writes down what it says. */
export async function syncArticle(parts: SyncParts, actor: Actor, id: number): Promise<void> {
  const [whole] = await readArticles(parts.db, [id])
  if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
  const { taskGid, status } = whole.article
  const boardGid = await findBoardOf(parts.db, id)
  if (taskGid === null && boardGid === null) {
    const why =
      status === 'draft' ? 'A draft has no task yet.' : 'Articles of this site are followed on no board.'
    throw new AppError('unprocessable', why)
  }
  if (taskGid !== null) {
    const task = await parts.taskBoard.getTask(taskGid, boardGid === null ? [] : [boardGid])
    if (!task) throw new AppError('unprocessable', 'The task is not on the board any more.')
    await takeOver(parts, id, task)
  }
  const mirror = await findMirror(parts.db, id, 'task')
  const isBehind = taskGid === null || (mirror !== undefined && mirror.state !== 'done')
  if (isBehind) await transaction(parts.db, (tx) => requestMirror(parts, tx, id, 'task'))
}

/**
 * Takes over what has happened to a task, as the board has told us. A task that is gone is one no more: the next
 * change of its article makes a new one.
 */
export async function followTask(parts: SyncParts, gid: string): Promise<void> {
  const articleId = await findArticleOfTask(parts.db, gid)
  if (articleId === undefined) return
  const boardGid = await findBoardOf(parts.db, articleId)
  const task = await parts.taskBoard.getTask(gid, boardGid === null ? [] : [boardGid])
  if (task) return takeOver(parts, articleId, task)
  await transaction(parts.db, async (tx) => {
    const article = await lockArticle(tx, articleId)
    if (article?.taskGid !== gid) return
    await updateMirrorFields(tx, articleId, { taskUrl: null, taskGid: null, taskSection: null })
  })
}
