import type { FastifyBaseLogger } from 'fastify'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { RunDeps } from '../../../kernel/runs/run.ts'
import type { ContentTrackerService } from '../../posts/area.ts'
import type { ProductsService } from '../../products/area.ts'
import type { ArticlesService } from '../articles/service.ts'

export interface ReplacementDeps extends RunDeps {
  log: Pick<FastifyBaseLogger, 'warn'>
  products: Pick<ProductsService, 'readProducts' | 'recallProducts'>
  /** The host of the shop in which products are looked up. */
  marketplace: string
  /** Where live posts are changed, of sites that allow it. */
  publishing: PublishingSites
  /** Whether Copydesk itself is the publishing system of a site, by its code. */
  hasBuiltInPosts: (code: string) => boolean
  /** A changed text of a post with a table of picks that agrees with it; `before` is the text before the change. */
  withPicks: (content: string, before: string) => string
  /** Creates requests to edit posts that were not written here. */
  trackedPosts: Pick<ContentTrackerService, 'requestUpdate'>
  articles: Pick<ArticlesService, 'saveOnce' | 'deleteOnce' | 'beginRevision'>
}
