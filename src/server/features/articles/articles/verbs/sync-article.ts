import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import {
  maySee,
  maySync,
  PUBLISHING,
  SYNCED_FIELDS,
  type SyncedField,
  statusOfTask,
} from '#shared/features/articles/articles/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import type { BoardTask } from '../../../../integrations/task-board/port.ts'
import { type Actor, type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { findArticleOfTask, findMirror, updateMirrorFields } from '../mirror-store.ts'
import { findBoardOf } from '../queries.ts'
import { lockArticle } from '../store.ts'
import { findWholeArticle, type WholeArticle } from '../whole-queries.ts'
import type { ArticleDeps } from './access.ts'
import { findPublishedState } from './find-published.ts'
import { requestMirror } from './mirror-article.ts'

type SyncDeps = Pick<
  ArticleDeps,
  'db' | 'clock' | 'enqueue' | 'listeners' | 'taskBoard' | 'publishing' | 'log'
>

/** Only the board knows which user moved the task. */
const BOARD = { kind: 'webhook', source: 'task board' } as const

/** A task that is on several boards is read as it stands on its site's board. */
const readTask = ({ taskBoard }: SyncDeps, gid: string, boardGid: string | null) =>
  taskBoard.getTask(gid, boardGid === null ? [] : [boardGid])

/** Applies the current state of a task. */
async function takeOver({ db }: SyncDeps, actor: Actor, articleId: number, task: BoardTask): Promise<void> {
  await transaction(db, async (tx) => {
    const article = await lockArticle(tx, articleId)
    if (article?.taskGid !== task.gid) return
    if (article.taskUrl === task.url && article.taskSection === task.section) return
    const place = { taskUrl: task.url, taskSection: task.section }
    await updateMirrorFields(tx, articleId, place)
    const { id, title: label, taskUrl, taskSection } = article
    await audit(tx, actor, 'article.task-moved', {
      id,
      label,
      before: { taskUrl, taskSection },
      after: place,
    })
  })
}

/**
 * An approved article is published when its post is, whatever its task says: the task is only a reason to
 * check. A published article may have lost its post.
 */
async function lookForPost(deps: SyncDeps, actor: Actor, { article, site }: WholeArticle): Promise<void> {
  const { id, status, postId, revisesId } = article
  const hasPost = status === PUBLISHING.from || status === PUBLISHING.to
  if (!hasPost || postId === null || revisesId !== null) return
  await findPublishedState(deps, actor, { id, postId, siteCode: site.code, status })
}

/** Queries the task board and the site outside of any transaction, and stores the results. */
async function syncNow(deps: SyncDeps, actor: Actor, whole: WholeArticle): Promise<void> {
  const { id, taskGid, status, postId } = whole.article
  const boardGid = await findBoardOf(deps.db, id)
  const hasPost = postId !== null || whole.mirrors.some(({ target }) => target === 'post')
  if (taskGid === null && boardGid === null && !hasPost) {
    const why = status === 'draft' ? 'A draft has no task yet.' : 'This site has no task board.'
    throw new AppError('unprocessable', why)
  }
  if (taskGid !== null) {
    const task = await readTask(deps, taskGid, boardGid)
    if (!task) throw new AppError('unprocessable', 'The task is no longer on the board.')
    await takeOver(deps, actor, id, task)
  }
  await lookForPost(deps, actor, whole)
  const isBehind = async (target: 'task' | 'post') => {
    const mirror = await findMirror(deps.db, id, target)
    return mirror !== undefined && mirror.state !== 'done'
  }
  const needsTask = taskGid === null && boardGid !== null
  if (needsTask || (await isBehind('task')))
    await transaction(deps.db, (tx) => requestMirror(deps, tx, id, 'task'))
  if (await isBehind('post')) await transaction(deps.db, (tx) => requestMirror(deps, tx, id, 'post'))
}

const syncedOf = ({ article, post }: WholeArticle): Record<SyncedField, string | null> => ({
  status: article.status,
  asana_section: article.taskSection,
  asana_url: article.taskUrl,
  post: post && `${post.state} ${post.url}`,
})

const PAUSE_MS = 60_000

export interface Synced {
  changed: readonly SyncedField[]
  /** Seconds until the vendors may be queried again; 0 if they were queried now. */
  waitSeconds: number
}
const MOST_REMEMBERED = 10_000

/**
 * Syncs an article with its task and its post, and returns the changed fields. The vendors are queried at
 * most once a minute, which the answer reports. Concurrent callers share one answer.
 */
export function createSyncArticle(deps: SyncDeps, mostRemembered = MOST_REMEMBERED) {
  const recent = new Map<number, { until: number; changed: Promise<readonly SyncedField[]> | null }>()

  async function compareSynced(actor: Actor, whole: WholeArticle): Promise<readonly SyncedField[]> {
    await syncNow(deps, actor, whole)
    const after = (await findWholeArticle(deps.db, whole.article.id)) ?? whole
    const [was, is] = [syncedOf(whole), syncedOf(after)]
    return SYNCED_FIELDS.filter((field) => was[field] !== is[field])
  }

  return async (actor: Caller, id: number): Promise<Synced> => {
    requires(actor, articleEndpoints.sync.access)
    const whole = await findWholeArticle(deps.db, id)
    if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
    if (!maySync(actor, whole.article)) throw forbidden('This is not your article.')
    const now = deps.clock().getTime()
    const known = recent.get(id)
    if (known && known.until > now) {
      if (known.changed !== null) return { changed: await known.changed, waitSeconds: 0 }
      return { changed: [], waitSeconds: Math.ceil((known.until - now) / 1000) }
    }
    if (recent.size >= mostRemembered) recent.clear()
    const changed = compareSynced(actor, whole)
    const entry: { until: number; changed: typeof changed | null } = { until: now + PAUSE_MS, changed }
    recent.set(id, entry)
    try {
      return { changed: await changed, waitSeconds: 0 }
    } catch (error) {
      // After a failure, callers may try again at once.
      recent.delete(id)
      throw error
    } finally {
      entry.changed = null
    }
  }
}

/**
 * Applies the changes of a task after a webhook. A deleted task is unlinked, and the article's next change
 * creates a new one. If the site does not answer, the board's changes are still applied; the site is polled
 * every hour.
 */
export async function followTask(deps: SyncDeps, gid: string): Promise<void> {
  const articleId = await findArticleOfTask(deps.db, gid)
  if (articleId === undefined) return
  const boardGid = await findBoardOf(deps.db, articleId)
  const task = await readTask(deps, gid, boardGid)
  if (!task) return forgetTask(deps, articleId, gid)
  await takeOver(deps, BOARD, articleId, task)
  const whole = await findWholeArticle(deps.db, articleId)
  if (!whole || statusOfTask(task) !== PUBLISHING.to) return
  await lookForPost(deps, BOARD, whole).catch((error) =>
    deps.log.warn({ err: error, articleId }, 'the post of a completed task could not be looked up'),
  )
}

async function forgetTask({ db }: SyncDeps, articleId: number, gid: string): Promise<void> {
  await transaction(db, async (tx) => {
    const article = await lockArticle(tx, articleId)
    if (article?.taskGid !== gid) return
    const { id, title: label, taskUrl, taskGid, taskSection } = article
    const before = { taskUrl, taskGid, taskSection }
    const after = { taskUrl: null, taskGid: null, taskSection: null }
    await updateMirrorFields(tx, articleId, after)
    await audit(tx, BOARD, 'article.task-gone', { id, label, before, after })
  })
}
