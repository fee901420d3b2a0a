import {
  type ArticleStatus,
  CLOSED_STATUSES,
  statusLabel,
  TASK_SECTIONS,
} from '#shared/features/articles/articles/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import {
  type BoardTask,
  ownNotes,
  replaceOwnLines,
  type TaskBoard,
} from '../../../../integrations/task-board/port.ts'
import type { ArticleListener } from '../../../../kernel/article-events/article-event.ts'
import { storeSection, updateMirrorFields } from '../mirror-store.ts'
import { findBoardOf } from '../queries.ts'
import { insertEvent, lockArticle } from '../store.ts'
import type { WholeArticle } from '../whole-queries.ts'
import {
  type ExtendLease,
  type MirrorDeps,
  requestMirror,
  runMirror,
  type ShownBefore,
} from './mirror-article.ts'

export interface TaskMirrorDeps extends MirrorDeps {
  taskBoard: TaskBoard
  publicUrl: string
}

/** One try at a task. */
type Attempt = TaskMirrorDeps & { extend: ExtendLease }

export interface TaskFacts {
  articleId: number
  site: string
  requester: string
  keywords: readonly string[]
  products: readonly { asin: string; name: string; award: string }[]
}

/** What a task says of its article, in lines that `replaceOwnLines` finds again. */
export function composeNotes(facts: TaskFacts, publicUrl: string): string {
  const { articleId, site, requester, keywords, products } = facts
  const lines = [
    `Article: ${publicUrl}/articles?article=${articleId}`,
    `Site: ${site}`,
    `Requested by: ${requester}`,
    `Keywords: ${keywords.join(', ')}`,
    ...(products.length === 0 ? [] : ['Products:']),
    ...products.map(({ asin, name, award }) => `- ${name} (${asin}), ${award}`),
  ]
  return ownNotes(lines.join('\n'))
}

function taskNotes({ article, site, keywords, products, user }: WholeArticle, publicUrl: string): string {
  const requester = fullNameOf(user)
  const words = keywords.map(({ keyword }) => keyword)
  const facts = { articleId: article.id, site: site.displayName, requester, keywords: words, products }
  return composeNotes(facts, publicUrl)
}

/** Section of a task for its article's status. Drafts are never mirrored. */
function sectionOf(status: string): string {
  const section = TASK_SECTIONS[status as Exclude<ArticleStatus, 'draft'>]
  if (section === undefined) throw new Error(`There is no section for the status ${status}.`)
  return section
}

/** The article's task, created if missing. Its id is stored immediately, because later steps may fail. */
async function taskOf(
  { db, clock, taskBoard, publicUrl, extend }: Attempt,
  whole: WholeArticle,
  boardGid: string,
) {
  const { id, title, status, taskGid, createdAt } = whole.article
  const known = taskGid === null ? null : await taskBoard.getTask(taskGid, [boardGid])
  if (known) return known
  const task = await taskBoard.createTask({
    boardGid,
    section: sectionOf(status),
    name: title,
    notes: taskNotes(whole, publicUrl),
    key: `article-${id}`,
    keyedSince: createdAt,
    proceed: extend,
  })
  await transaction(db, (tx) => recordTask(tx, id, task, clock()))
  return task
}

async function recordTask(tx: Db, articleId: number, task: BoardTask, now: Date): Promise<void> {
  const article = await lockArticle(tx, articleId)
  if (!article || article.taskGid === task.gid) return
  await updateMirrorFields(tx, articleId, { taskUrl: task.url, taskGid: task.gid, taskSection: task.section })
  await insertEvent(tx, { articleId, userId: null, action: 'task-added', createdAt: now })
}

/** Moves a task only when the article has moved: where people put it in the meantime is their business. */
async function follow(
  { db, taskBoard, publicUrl, extend }: Attempt,
  {
    whole,
    task,
    boardGid,
    shown,
  }: { whole: WholeArticle; task: BoardTask; boardGid: string; shown: ShownBefore },
): Promise<void> {
  const { id, title, status } = whole.article
  const notes = replaceOwnLines(task.notes, taskNotes(whole, publicUrl))
  const isClosed = CLOSED_STATUSES.some((closed) => closed === status)
  const hasMoved = shown.status !== status
  const change = {
    ...(task.name === title ? {} : { name: title }),
    ...(task.notes === notes ? {} : { notes }),
    ...(hasMoved && task.isCompleted !== isClosed ? { isCompleted: isClosed } : {}),
  }
  if (Object.keys(change).length > 0) {
    await extend()
    await taskBoard.updateTask(task.gid, change)
  }
  const section = sectionOf(status)
  const isElsewhere = task.boardGid !== boardGid
  if (!isElsewhere && (!hasMoved || task.section === section)) return
  await extend()
  await taskBoard.moveTask(task.gid, boardGid, section)
  await storeSection(db, id, task.gid, section)
}

/** Tells the task of every return and rejection that it has not heard of. */
async function comment(
  { taskBoard, extend }: Attempt,
  gid: string,
  whole: WholeArticle,
  shown: ShownBefore,
): Promise<void> {
  for (const { entry, user } of whole.returns) {
    if (shown.returnId !== null && entry.id <= shown.returnId) continue
    const what = statusLabel(entry.kind === 'return' ? 'returned' : 'rejected')
    const text = `${what} by ${fullNameOf(user)}:\n${entry.reason}`
    await extend()
    await taskBoard.addComment(gid, text, `return-${entry.id}`, extend)
  }
}

/** Makes the task board show the article as it is now; however often it runs, there is one task and each comment once. */
export function mirrorTask(deps: TaskMirrorDeps, articleId: number): Promise<void> {
  return runMirror(deps, articleId, 'task', async (whole, shown, extend) => {
    const { boardGid } = whole.site
    if (boardGid === null) return
    const attempt = { ...deps, extend }
    const task = await taskOf(attempt, whole, boardGid)
    await follow(attempt, { whole, task, boardGid, shown })
    await comment(attempt, task.gid, whole, shown)
  })
}

/** Everything that others can see of an article is shown by its task; drafts have none, nor have sites without a board. */
export function requestTasks(deps: Parameters<typeof requestMirror>[0]): ArticleListener {
  return async (tx, { articleId, action }) => {
    if (action !== 'deleted' && !action.startsWith('post-') && (await findBoardOf(tx, articleId)) !== null) {
      await requestMirror(deps, tx, articleId, 'task')
    }
  }
}
