import type { FastifyBaseLogger } from 'fastify'
import {
  type ArticleAction,
  actionsFor,
  mayDo,
  mayEverDo,
  maySee,
} from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import type { ProductCatalog } from '../../../../integrations/product-catalog/port.ts'
import type { PublishingSites } from '../../../../integrations/publishing-site/port.ts'
import type { TaskBoard } from '../../../../integrations/task-board/port.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import type { ArticleListener } from '../../../../kernel/article-events/article-event.ts'
import type { Caller } from '../../../../security/actor.ts'
import type { Flags, SitesService } from '../../../ground/area.ts'
import type { KeywordsService } from '../../../keywords/area.ts'
import type { PostKeywords } from '../../../posts/area.ts'
import { readArticlesAsJson } from '../row-queries.ts'
import type { ArticleRecord } from '../store.ts'
import { lockArticle } from '../store.ts'

export interface ArticleDeps {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  taskBoard: TaskBoard
  /** Public address of the product; used in links on tasks. */
  publicUrl: string
  keywords: KeywordsService
  sites: SitesService
  /** From the server's settings. A feature flag may still forbid it. */
  allowSelfApproval: boolean
  /** How long a decision of QA can be undone; 0 releases its effects at once. */
  decisionUndoSeconds: number
  flags: Flags
  strictVersions: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  publishing: PublishingSites
  /** Keywords chosen for posts themselves. */
  postKeywords: Pick<
    PostKeywords,
    'findChosenKeyword' | 'findRenewedPost' | 'mayChangeLive' | 'releasePost' | 'announceAnother'
  >
  /**
   * Whether a site's posts are built in. Otherwise, posts that were not written here are in an external
   * system.
   */
  hasBuiltInPosts: (code: string) => boolean
  /** Current prices and pictures of products. */
  catalog: ProductCatalog
  /** Listeners for every event of an article, in the same transaction. */
  listeners: readonly ArticleListener[]
  /** The listeners that notify users and outside systems. */
  effects: readonly ArticleListener[]
}

/**
 * Conflict after a lost race or an action that the status does not allow, with the actions that are possible
 * now.
 */
export function stateConflict(actor: Caller, article: ArticleRecord): AppError {
  return new AppError('conflict', `This is no longer possible: the article is ${article.status}.`, {
    details: { status: article.status, version: article.version, actions: actionsFor(actor, article) },
  })
}

/**
 * Returns the article, locked, for an action that this user may take now. Other users' drafts count as not
 * found, other users' articles are refused, and a wrong status is a conflict.
 */
export async function lockFor(
  tx: Db,
  actor: Caller,
  action: ArticleAction,
  id: number,
): Promise<ArticleRecord> {
  const article = await lockArticle(tx, id)
  if (!article || !maySee(actor, article)) throw notFound('Article')
  if (mayDo(actor, action, article)) return article
  throw mayEverDo(actor, action, article)
    ? stateConflict(actor, article)
    : forbidden('This is not your article.')
}

/** Refuses an action on an outdated version, and returns the current one. */
export const refuseOldArticle = (tx: Db, article: ArticleRecord, version: number | undefined) =>
  refuseOldVersion({
    sent: version,
    stored: article.version,
    message: 'Another user has saved this article in the meantime.',
    current: async () => (await readArticlesAsJson(tx, [article.id]))[0],
  })
