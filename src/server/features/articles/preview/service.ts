import { postNotFound } from '#shared/features/articles/preview/rules.ts'
import { AppError } from '../../../errors.ts'
import type { ImageStore } from '../../../integrations/image-store/port.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { SitesService } from '../../ground/area.ts'
import type { ProductsService } from '../../products/area.ts'
import { createSiteColourReader } from './colour-reader.ts'

export interface PreviewDeps {
  sites: SitesService
  publishing: PublishingSites
  images: ImageStore
  products: Pick<ProductsService, 'readAhead' | 'readProducts'>
}

export type PreviewService = ReturnType<typeof createPreviewService>

/** The articles as their readers will see them. */
export function createPreviewService({ sites, publishing, images, products }: PreviewDeps) {
  const colourOf = createSiteColourReader(images)
  return {
    /** The post, drafts included, as its site has it at this moment. */
    async readPost({ site: code, id }: { site: string; id: number }) {
      const site = await sites.findSiteByCode(code)
      const post = site ? await publishing(code).getPost(id) : null
      if (!site || !post) throw new AppError('notFound', postNotFound(id))
      // The page will ask for them next; nobody waits for it.
      products.readAhead(post.products.map(({ asin }) => asin))
      return { post, site, siteColor: await colourOf(site.logoUrl) }
    },
  }
}
