import type { FastifyBaseLogger } from 'fastify'
import {
  type ArticleAction,
  actionsFor,
  mayDo,
  maySee,
  TRANSITIONS,
} from '#shared/features/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { refuseOldVersion } from '../../../db/version.ts'
import { AppError, forbidden, notFound } from '../../../errors.ts'
import type { ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { Caller } from '../../../security/actor.ts'
import type { PostKeywords } from '../../content-tracker/service.ts'
import type { Flags } from '../../feature-flags/feature.ts'
import type { KeywordsService } from '../../keywords/service.ts'
import type { SitesService } from '../../sites/feature.ts'
import { readArticles } from '../queries.ts'
import type { ArticleRecord } from '../store.ts'
import { lockArticle } from '../store.ts'
import type { ArticleListener } from './follow-up.ts'

export interface ArticleParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  taskBoard: TaskBoard
  /** Where people reach the product; links on a task start with it. */
  publicUrl: string
  keywords: KeywordsService
  sites: SitesService
  /** What the server's settings say; the flag may forbid what they allow. */
  allowSelfApproval: boolean
  /** How long a decision of QA can be undone; 0 releases its effects at once. */
  decisionUndoSeconds: number
  flags: Flags
  strictVersions: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  publishing: PublishingSites
  /** What was chosen for posts themselves. */
  postKeywords: Pick<
    PostKeywords,
    'findChosenKeyword' | 'findRenewedPost' | 'mayChangeLive' | 'releasePost' | 'announceAnother'
  >
  /** Posts that were not written here stand elsewhere, where a site's posts are built in. */
  hasBuiltInPosts: (code: string) => boolean
  /** What products cost and look like by now. */
  catalog: ProductCatalog
  /** What follows everything that happens to an article, in the same transaction. */
  listeners: readonly ArticleListener[]
  /** Those of them that reach people and outside systems. */
  effects: readonly ArticleListener[]
}

/** A lost race or a step that this status does not allow, with what is possible now. */
export function stateConflict(actor: Caller, article: ArticleRecord): AppError {
  return new AppError('conflict', `This is no longer possible: the article is ${article.status}.`, {
    details: { status: article.status, version: article.version, actions: actionsFor(actor, article) },
  })
}

/** Would this person be allowed the action if only the status were right? */
function hasRight(actor: Caller, action: ArticleAction, article: ArticleRecord): boolean {
  if (action === 'edit') {
    return article.userId === actor.id || actor.permissions.includes('ValidateArticles')
  }
  const by = action === 'delete' ? 'owner' : TRANSITIONS[action].by
  return by === 'owner' ? article.userId === actor.id : actor.permissions.includes('ValidateArticles')
}

/**
 * The article, locked, for an action that this person may take on it now. Other people's drafts do not exist;
 * other people's articles are refused; a wrong status is a conflict.
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
  throw hasRight(actor, action, article)
    ? stateConflict(actor, article)
    : forbidden('This is not your article.')
}

/** Who acts on a version that is not the current one any more is told what became of it. */
export const refuseOldArticle = (tx: Db, article: ArticleRecord, version: number | undefined) =>
  refuseOldVersion({
    sent: version,
    stored: article.version,
    message: 'Another user has saved this article in the meantime.',
    current: async () => (await readArticles(tx, [article.id]))[0],
  })
