import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { statusOfTask, TITLE_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import type { BoardTask } from '../../../../integrations/task-board/port.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { adoptMirror, findArticleOfTask, lockTask, updateMirrorFields } from '../mirror-store.ts'
import * as store from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { linkKeyword } from './link-keyword.ts'

export interface TaskChoice {
  keywordId: number
  gid: string
}

async function insertFromTask(
  deps: ArticleDeps,
  tx: Db,
  { task, siteId, actor, keywordId }: { task: BoardTask; siteId: number; actor: Caller; keywordId: number },
): Promise<number> {
  const now = deps.clock()
  const status = statusOfTask(task)
  const texts = { title: task.name.trim().slice(0, TITLE_MAXIMUM), imageUrl: null, intro: null, notes: null }
  const row = { ...texts, siteId, userId: actor.id, status, createdAt: now, updatedAt: now }
  const articleId = await store.insertArticle(tx, row)
  await store.replaceKeywords(tx, articleId, [keywordId])
  await updateMirrorFields(tx, articleId, { taskUrl: task.url, taskGid: task.gid, taskSection: task.section })
  await adoptMirror(tx, articleId, 'task', { status, now })
  await emitArticleEvent(deps, tx, {
    articleId,
    title: texts.title,
    action: 'adopted',
    ownerId: actor.id,
    actorId: actor.id,
    actor,
    changes: { after: { status, siteId, taskGid: task.gid, keywordId } },
    now,
  })
  return articleId
}

/**
 * Creates an article for a keyword from a task on a site's board. A task becomes only one article: a repeated
 * call, by any user, returns the same article and adds the keyword to it.
 */
export async function addTask(
  deps: ArticleDeps,
  actor: Caller,
  { keywordId, gid }: TaskChoice,
): Promise<number> {
  requires(actor, articleEndpoints.addTask.access)
  const { db, sites, taskBoard } = deps
  const isKnown = (await findArticleOfTask(db, gid)) !== undefined
  const task = isKnown ? null : await taskBoard.getTask(gid, await sites.listBoards(db))
  if (!isKnown && !task) throw notFound('Task')
  return transaction(db, async (tx) => {
    await lockTask(tx, gid)
    await deps.keywords.resolveKeywords(tx, [{ keyword_id: keywordId }])
    const known = await findArticleOfTask(tx, gid)
    if (known !== undefined) {
      await linkKeyword(deps, tx, actor, { articleId: known, keywordId })
      return known
    }
    // The article that had it is gone since.
    if (!task) throw notFound('Task')
    const site = task.boardGid === null ? undefined : await sites.findSiteOfBoard(tx, task.boardGid)
    if (!site) throw new AppError('unprocessable', 'The task isn’t on any site’s board.')
    return insertFromTask(deps, tx, { task, siteId: site.id, actor, keywordId })
  })
}
