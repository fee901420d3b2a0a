import { postNotFound } from '#shared/features/preview/rules.ts'
import { AppError } from '../../errors.ts'
import type { PublishingSites } from '../../integrations/publishing-site/port.ts'
import type { SitesService } from '../sites/feature.ts'

export interface PreviewParts {
  sites: SitesService
  publishing: PublishingSites
  /** Begins to read these products, for which the page will ask next; nobody waits for it. */
  readAhead: (asins: readonly string[]) => void
}

export type PreviewService = ReturnType<typeof createPreviewService>

/** The articles as their readers will see them. */
export function createPreviewService({ sites, publishing, readAhead }: PreviewParts) {
  return {
    /** The post, drafts included, as its site has it at this moment. */
    async readPost({ site: code, id }: { site: string; id: number }) {
      const site = await sites.findSiteByCode(code)
      const post = site ? await publishing(code).getPost(id) : null
      if (!site || !post) throw new AppError('notFound', postNotFound(id))
      readAhead(post.products.map(({ asin }) => asin))
      return { post, site }
    },
  }
}
