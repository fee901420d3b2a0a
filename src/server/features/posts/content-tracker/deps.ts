import type { Pool } from 'pg'
import type { NewArticle } from '#shared/features/articles/articles/contract.ts'
import type { NamedProduct } from '#shared/features/articles/replacements/rules.ts'
import type { Once } from '../../../calls/once.ts'
import type { Db } from '../../../db/connect.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import type { Caller } from '../../../security/actor.ts'
import type { CategoriesService } from '../../products/area.ts'

interface WithChecklist {
  checklist: readonly { kind: string; text: string; isDone?: boolean }[]
}

/** What an update is to bring besides the reasons for it, e.g. what another article has. */
export interface UpdateSeed extends WithChecklist {
  keywordId?: number
  /** A product of the post, and the one that takes its place. */
  exchange?: { old: string; by: NamedProduct }
  products: readonly { asin: string; name: string; award: string; summary: string }[]
  notes: string
}

/**
 * The article functions needed to start an update. Declared here because articles import posts, and imports
 * must not be circular.
 */
export interface UpdateWriters {
  beginRevision(
    actor: Caller,
    work: WithChecklist & Partial<UpdateSeed> & { articleId: number },
    once: Once,
  ): Promise<number>
  createArticle(
    actor: Caller,
    input: NewArticle & WithChecklist,
    once: Once,
  ): Promise<JsonText<{ article_id: number }>>
  beginRenewal(tx: Db, renewal: { articleId: number; postId: number }): Promise<void>
}

export interface ContentTrackerDeps {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** The public address of this server, with which an article's address begins in files. */
  publicUrl: string
  /**
   * Whether a site's posts are built in. Otherwise, posts that were not written here are in an external
   * system.
   */
  hasBuiltInPosts: (code: string) => boolean
  publishing: PublishingSites
  /** Articles are created after posts, so this is called when an update begins. */
  articles: () => UpdateWriters
  commissions: Pick<CategoriesService, 'commissionsOf'>
  taskBoard: Pick<TaskBoard, 'findTasks'>
  log: { warn(about: object, message: string): void }
}
