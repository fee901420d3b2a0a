import type { ArticleChange, ArticleFilter } from '#shared/features/articles/articles/contract.ts'
import { maySee } from '#shared/features/articles/articles/rules.ts'
import type { Once } from '../../../calls/once.ts'
import type { Db } from '../../../db/connect.ts'
import type { Remembered } from '../../../db/remembered.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { listHeld } from './decision-queries.ts'
import { listEditedPosts } from './edited-reader.ts'
import { searchHistory } from './history-reader.ts'
import { listWithoutCopy } from './mirror-queries.ts'
import { findArticleOfTask } from './mirror-store.ts'
import { type ComparedArticle, findPublishedFor } from './published-reader.ts'
import { countPending, listPendingIds, readArticles, type WholeArticle } from './queries.ts'
import { readRenewal } from './renewal-reader.ts'
import { readRevision } from './revision-reader.ts'
import { suggestArticles } from './suggestion-queries.ts'
import type { ArticleParts } from './verbs/access.ts'
import { addTask, type TaskChoice } from './verbs/add-task.ts'
import { beginRenewal } from './verbs/begin-renewal.ts'
import { type Tick, tickChecklist } from './verbs/checklist.ts'
import { chooseWords, type WordsChoice } from './verbs/choose-words.ts'
import { followBoard } from './verbs/follow-board.ts'
import { type Handing, handOverArticle } from './verbs/hand-over-article.ts'
import { extendDecision, undoDecision } from './verbs/hold-decision.ts'
import { type KeywordLink, unlinkKeyword } from './verbs/link-keyword.ts'
import { requestMissing, retryMirrors } from './verbs/mirror-article.ts'
import { publishArticle } from './verbs/publish-article.ts'
import { type Restoration, restorePost } from './verbs/restore-post.ts'
import { type Copy, retryCopy } from './verbs/retry-copy.ts'
import {
  cancelArticle,
  deleteArticle,
  type Reply,
  type Review,
  resubmitArticle,
  reviewArticle,
} from './verbs/review-article.ts'
import { beginRevision, type RevisionWork } from './verbs/revise-article.ts'
import { createArticle, type NewArticleWork, saveArticle } from './verbs/save-article.ts'
import { createSyncArticle, followTask } from './verbs/sync-article.ts'
import { undoRenewal } from './verbs/undo-renewal.ts'

export type ArticlesService = ReturnType<typeof createArticlesService>

/** Verbs with an idempotency key from the caller. */
const onceVerbs = (parts: ArticleParts) => ({
  saveOnce: (actor: Caller, id: number, change: ArticleChange & { once: Once }) =>
    saveArticle(parts, actor, id, change),
  deleteOnce: (actor: Caller, id: number, of: { version: number; once: Once }) =>
    deleteArticle(parts, actor, id, of),
})

/** Verbs for updates of published articles and for bulk edits. */
function revisionVerbs(parts: ArticleParts) {
  return {
    ...onceVerbs(parts),
    /** Begins an update of a published article; returns its id. */
    beginRevision: (actor: Caller, work: RevisionWork, once: Once) =>
      beginRevision(parts, actor, { work, once }),
    findPublishedFor: (site: { id: number; code: string }, ours: ComparedArticle) =>
      findPublishedFor(parts, site, ours),
    readRevision: (actor: Caller, id: number) => readRevision(parts, actor, id),
    async chooseWords(actor: Caller, choice: WordsChoice) {
      await chooseWords(parts, actor, choice)
      return readRevision(parts, actor, choice.id)
    },
  }
}

/** Verbs for the tasks of a board. */
function boardVerbs(parts: ArticleParts) {
  return {
    /** Tasks to choose from; none without text. */
    searchTasks: async (text: string) => (text === '' ? [] : parts.taskBoard.searchTasks(text)),
    /** Applies the changes of a task on its board. */
    followTask: (gid: string) => followTask(parts, gid),
    findArticleOfTask: (gid: string) => findArticleOfTask(parts.db, gid),
    /** Applies missed changes of a board's tasks in the background. */
    followBoard: (boardGid: string) => followBoard(parts, boardGid),
  }
}

/** Verbs for the copies of all articles. */
const copyVerbs = (parts: ArticleParts) => ({
  listWithoutCopy: (target: 'task' | 'post') => listWithoutCopy(parts.db, target),
  /** Queries the sites, newest posts first. */
  listEditedPosts: () => listEditedPosts(parts),
  /** Retries every outdated copy. */
  retryCopies: () => retryMirrors(parts, 0),
  requestMissingCopies: () => requestMissing(parts),
})

/** Verbs for an article's owner and keywords, which are separate from its text. */
const belongingVerbs = (parts: ArticleParts) => ({
  /**
   * Gives an article a new owner in the caller's transaction; returns false if the owner was not the expected
   * one.
   */
  handOverArticle: (tx: Db, actor: Caller, handing: Handing) => handOverArticle(parts, tx, actor, handing),
  unlinkKeyword: (actor: Caller, link: KeywordLink) => unlinkKeyword(parts, actor, link),
})

type Read = (actor: Caller, id: number) => Promise<WholeArticle>

/** Verbs for one article's copy, and for articles that replace posts that were not written here. */
const postVerbs = (parts: ArticleParts, readArticle: Read) => ({
  /** Records, in the caller's transaction, which post's text the article will replace. */
  beginRenewal: (tx: Db, renewal: { articleId: number; postId: number }) => beginRenewal(parts, tx, renewal),
  readRenewal: async (actor: Caller, id: number) => readRenewal(parts, await readArticle(actor, id)),
  async undoRenewal(actor: Caller, id: number) {
    await undoRenewal(parts, actor, id)
    return readArticle(actor, id)
  },
  async retryCopy(actor: Caller, copy: Copy) {
    await retryCopy(parts, actor, copy)
    return readArticle(actor, copy.articleId)
  },
  async restorePost(actor: Caller, wish: Restoration) {
    await restorePost(parts, actor, wish)
    return readArticle(actor, wish.articleId)
  },
})

/** QA decisions while they can be undone. */
const decisionVerbs = (parts: ArticleParts, readArticle: Read) => ({
  listHeldDecisions: (actor: Caller) => listHeld(parts.db, actor.id, parts.clock()),
  extendDecision: (actor: Caller, id: number) => extendDecision(parts, actor, id),
  async undoDecision(actor: Caller, id: number) {
    const words = await undoDecision(parts, actor, id)
    return { article: await readArticle(actor, id), words }
  },
})

/** All operations on articles. Each verb returns the article's new state. */
export function createArticlesService(parts: ArticleParts & { timeZone: string; totals: Remembered }) {
  const { db } = parts
  const syncArticle = createSyncArticle(parts)

  async function readArticle(actor: Caller, id: number): Promise<WholeArticle> {
    const [whole] = await readArticles(db, [id])
    if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
    return whole
  }

  /** Waits for a write and returns the article's new state. */
  async function written(actor: Caller, id: number, write: Promise<unknown>): Promise<WholeArticle> {
    await write
    return readArticle(actor, id)
  }

  return {
    readArticle,
    searchHistory: (actor: Caller, filter: ArticleFilter) => searchHistory(parts, actor, filter),
    suggestArticles: (actor: Caller, typed: string) => suggestArticles(db, typed, actor.id),
    /** A page of articles that wait for a user, and their number. */
    async listPending(actor: Caller, page: { page: number; limit: number }) {
      const articles = await readArticles(db, await listPendingIds(db, actor, page))
      return { articles, total: await countPending(db, actor) }
    },
    async createArticle(actor: Caller, input: NewArticleWork, once: Once) {
      const id = await createArticle(parts, actor, { input, once })
      return readArticle(actor, id)
    },
    saveArticle: (actor: Caller, id: number, change: ArticleChange) =>
      written(actor, id, saveArticle(parts, actor, id, change)),
    reviewArticle: (actor: Caller, review: Review) =>
      written(actor, review.id, reviewArticle(parts, actor, review)),
    resubmitArticle: (actor: Caller, reply: Reply) =>
      written(actor, reply.id, resubmitArticle(parts, actor, reply)),
    tickChecklist: (actor: Caller, tick: Tick) =>
      written(actor, tick.articleId, tickChecklist(parts, actor, tick)),
    cancelArticle: (actor: Caller, id: number) => written(actor, id, cancelArticle(parts, actor, id)),
    deleteArticle: (actor: Caller, id: number) => deleteArticle(parts, actor, id),
    async addTask(actor: Caller, choice: TaskChoice) {
      const id = await addTask(parts, actor, choice)
      return readArticle(actor, id)
    },
    async syncArticle(actor: Caller, id: number) {
      const synced = await syncArticle(actor, id)
      return { whole: await readArticle(actor, id), ...synced }
    },
    ...boardVerbs(parts),
    ...revisionVerbs(parts),
    ...postVerbs(parts, readArticle),
    ...decisionVerbs(parts, readArticle),
    ...copyVerbs(parts),
    ...belongingVerbs(parts),
    /** Publishes an approved article in the transaction that published its post. */
    publishArticle: (tx: Db, publication: Parameters<typeof publishArticle>[2]) =>
      publishArticle(parts, tx, publication),
  }
}
