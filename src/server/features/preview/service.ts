import { postNotFound } from '#shared/features/preview/rules.ts'
import { AppError } from '../../errors.ts'
import type { PublishingSites } from '../../integrations/publishing-site/port.ts'
import type { SitesService } from '../sites/feature.ts'

export interface PreviewParts {
  sites: SitesService
  publishing: PublishingSites
}

export type PreviewService = ReturnType<typeof createPreviewService>

/** The articles as their readers will see them. */
export function createPreviewService({ sites, publishing }: PreviewParts) {
  return {
    /** The post, drafts included, as its site has it at this moment. */
    async readPost({ site: code, id }: { site: string; id: number }) {
      const site = await sites.findSiteByCode(code)
      const post = site ? await publishing(code).getPost(id) : null
      if (!site || !post) throw new AppError('notFound', postNotFound(id))
      return { post, site }
    },
  }
}
