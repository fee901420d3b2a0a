import type { previewEndpoints } from '#shared/features/articles/preview/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentSite } from '../../ground/area.ts'
import { presentReading } from '../../products/area.ts'
import { presentPost } from './present.ts'
import type { PreviewDeps, PreviewService } from './service.ts'

export function previewHandlers(
  service: PreviewService,
  products: PreviewDeps['products'],
): Handlers<typeof previewEndpoints> {
  return {
    async read({ query }) {
      const { post, site, siteColor } = await service.readPost(query)
      return { post: presentPost(post), site: presentSite(site), site_color: siteColor }
    },
    /** A list with exactly one entry, whatever is known. */
    async product({ params }) {
      const readings = await products.readProducts([params.asin])
      return [...readings.values()].map(presentReading)
    },
  }
}
