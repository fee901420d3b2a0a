import type { Article, ArticleChange, ArticleFilter } from '#shared/features/articles/articles/contract.ts'
import { maySee } from '#shared/features/articles/articles/rules.ts'
import type { Once } from '../../../calls/once.ts'
import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { type JsonText, parseText } from '../../../db/json/json-text.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { listHeld } from './decision-queries.ts'
import { listEditedPosts } from './edited-reader.ts'
import { searchHistory } from './history-reader.ts'
import { listWithoutCopy } from './mirror-queries.ts'
import { findArticleOfTask } from './mirror-store.ts'
import { type ComparedArticle, findPublishedFor } from './published-reader.ts'
import { countPending, listPendingIds } from './queries.ts'
import { readRenewal } from './renewal-reader.ts'
import { readRevision } from './revision-reader.ts'
import { readArticlesAsJson } from './row-queries.ts'
import { suggestArticles } from './suggestion-queries.ts'
import type { ArticleDeps } from './verbs/access.ts'
import { addTask, type TaskChoice } from './verbs/add-task.ts'
import { beginRenewal } from './verbs/begin-renewal.ts'
import { type Tick, tickChecklist } from './verbs/checklist.ts'
import { chooseWords, type WordsChoice } from './verbs/choose-words.ts'
import { followBoard } from './verbs/follow-board.ts'
import { type ArticleHandover, handOverArticle } from './verbs/hand-over-article.ts'
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
import { findWholeArticle, type WholeArticle } from './whole-queries.ts'

export type ArticlesService = ReturnType<typeof createArticlesService>

/** Verbs with an idempotency key from the caller. */
const onceVerbs = (deps: ArticleDeps) => ({
  saveOnce: (actor: Caller, id: number, change: ArticleChange & { once: Once }) =>
    saveArticle(deps, actor, id, change),
  deleteOnce: (actor: Caller, id: number, of: { version: number; once: Once }) =>
    deleteArticle(deps, actor, id, of),
})

/** Verbs for updates of published articles and for bulk edits. */
function revisionVerbs(deps: ArticleDeps) {
  return {
    ...onceVerbs(deps),
    /** Begins an update of a published article; returns its id. */
    beginRevision: (actor: Caller, work: RevisionWork, once: Once) =>
      beginRevision(deps, actor, { work, once }),
    findPublishedFor: (site: { id: number; code: string }, ours: ComparedArticle) =>
      findPublishedFor(deps, site, ours),
    readRevision: (actor: Caller, id: number) => readRevision(deps, actor, id),
    async chooseWords(actor: Caller, choice: WordsChoice) {
      await chooseWords(deps, actor, choice)
      return readRevision(deps, actor, choice.id)
    },
  }
}

/** Verbs for the tasks of a board. */
function boardVerbs(deps: ArticleDeps) {
  return {
    /** Tasks to choose from; none without text. */
    searchTasks: async (text: string) => (text === '' ? [] : deps.taskBoard.searchTasks(text)),
    /** Applies the changes of a task on its board. */
    followTask: (gid: string) => followTask(deps, gid),
    findArticleOfTask: (gid: string) => findArticleOfTask(deps.db, gid),
    /** Applies missed changes of a board's tasks in the background. */
    followBoard: (boardGid: string) => followBoard(deps, boardGid),
  }
}

/** Verbs for the copies of all articles. */
const copyVerbs = (deps: ArticleDeps) => ({
  listWithoutCopy: (target: 'task' | 'post') => listWithoutCopy(deps.db, target),
  /** Queries the sites, newest posts first. */
  listEditedPosts: () => listEditedPosts(deps),
  /** Retries every outdated copy. */
  retryCopies: () => retryMirrors(deps, 0),
  requestMissingCopies: () => requestMissing(deps),
})

/** Verbs for an article's owner and keywords, which are separate from its text. */
const belongingVerbs = (deps: ArticleDeps) => ({
  /**
   * Gives an article a new owner in the caller's transaction; returns false if the owner was not the expected
   * one.
   */
  handOverArticle: (tx: Db, actor: Caller, handing: ArticleHandover) =>
    handOverArticle(deps, tx, actor, handing),
  unlinkKeyword: (actor: Caller, link: KeywordLink) => unlinkKeyword(deps, actor, link),
})

type Read = (actor: Caller, id: number) => Promise<WholeArticle>
type Show = (actor: Caller, id: number) => Promise<JsonText<Article>>

/** Verbs for one article's copy, and for articles that replace posts that were not written here. */
const postVerbs = (deps: ArticleDeps, readArticle: Read, showArticle: Show) => ({
  /** Records, in the caller's transaction, which post's text the article will replace. */
  beginRenewal: (tx: Db, renewal: { articleId: number; postId: number }) => beginRenewal(deps, tx, renewal),
  readRenewal: async (actor: Caller, id: number) => readRenewal(deps, await readArticle(actor, id)),
  async undoRenewal(actor: Caller, id: number) {
    await undoRenewal(deps, actor, id)
    return showArticle(actor, id)
  },
  async retryCopy(actor: Caller, copy: Copy) {
    await retryCopy(deps, actor, copy)
    return showArticle(actor, copy.articleId)
  },
  async restorePost(actor: Caller, wish: Restoration) {
    await restorePost(deps, actor, wish)
    return showArticle(actor, wish.articleId)
  },
})

/** QA decisions while they can be undone. */
const decisionVerbs = (deps: ArticleDeps, showArticle: Show) => ({
  listHeldDecisions: (actor: Caller) => listHeld(deps.db, actor.id, deps.clock()),
  extendDecision: (actor: Caller, id: number) => extendDecision(deps, actor, id),
  async undoDecision(actor: Caller, id: number) {
    const words = await undoDecision(deps, actor, id)
    return { article: await showArticle(actor, id), words }
  },
})

async function readArticle(db: Db, actor: Caller, id: number): Promise<WholeArticle> {
  const whole = await findWholeArticle(db, id)
  if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
  return whole
}

/** The article as the API returns it. */
async function showArticle(db: Db, actor: Caller, id: number): Promise<JsonText<Article>> {
  const [text] = await readArticlesAsJson(db, [id])
  if (!text) throw notFound('Article')
  const { status, user_id: userId } = parseText(text)
  if (!maySee(actor, { status, userId })) throw notFound('Article')
  return text
}

/** All operations on articles. Each verb returns the article's new state. */
export function createArticlesService(deps: ArticleDeps & { timeZone: string; totals: ReadCache }) {
  const { db } = deps
  const syncArticle = createSyncArticle(deps)
  const read: Read = (actor, id) => readArticle(db, actor, id)
  const show: Show = (actor, id) => showArticle(db, actor, id)

  /** Waits for a write and returns the article's new state. */
  async function written(actor: Caller, id: number, write: Promise<unknown>): Promise<JsonText<Article>> {
    await write
    return show(actor, id)
  }

  return {
    readArticle: read,
    showArticle: show,
    searchHistory: (actor: Caller, filter: ArticleFilter) => searchHistory(deps, actor, filter),
    suggestArticles: (actor: Caller, typed: string) => suggestArticles(db, typed, actor.id),
    /** A page of articles that wait for a user, and their number. */
    async listPending(actor: Caller, page: { page: number; limit: number }) {
      const articles = await readArticlesAsJson(db, await listPendingIds(db, actor, page))
      return { articles, total: await countPending(db, actor) }
    },
    async createArticle(actor: Caller, input: NewArticleWork, once: Once) {
      return show(actor, await createArticle(deps, actor, { input, once }))
    },
    saveArticle: (actor: Caller, id: number, change: ArticleChange) =>
      written(actor, id, saveArticle(deps, actor, id, change)),
    reviewArticle: (actor: Caller, review: Review) =>
      written(actor, review.id, reviewArticle(deps, actor, review)),
    resubmitArticle: (actor: Caller, reply: Reply) =>
      written(actor, reply.id, resubmitArticle(deps, actor, reply)),
    tickChecklist: (actor: Caller, tick: Tick) =>
      written(actor, tick.articleId, tickChecklist(deps, actor, tick)),
    cancelArticle: (actor: Caller, id: number) => written(actor, id, cancelArticle(deps, actor, id)),
    deleteArticle: (actor: Caller, id: number) => deleteArticle(deps, actor, id),
    async addTask(actor: Caller, choice: TaskChoice) {
      return show(actor, await addTask(deps, actor, choice))
    },
    async syncArticle(actor: Caller, id: number) {
      const synced = await syncArticle(actor, id)
      return { article: await show(actor, id), ...synced }
    },
    ...boardVerbs(deps),
    ...revisionVerbs(deps),
    ...postVerbs(deps, read, show),
    ...decisionVerbs(deps, show),
    ...copyVerbs(deps),
    ...belongingVerbs(deps),
    /** Publishes an approved article in the transaction that published its post. */
    publishArticle: (tx: Db, publication: Parameters<typeof publishArticle>[2]) =>
      publishArticle(deps, tx, publication),
  }
}
