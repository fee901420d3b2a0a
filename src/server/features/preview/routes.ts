import type { previewEndpoints } from '#shared/features/preview/contract.ts'
import type { Handlers } from '../../http/handlers.ts'
import { presentSite } from '../sites/routes.ts'
import { presentPost } from './present.ts'
import type { PreviewService } from './service.ts'

export function previewHandlers(service: PreviewService): Handlers<Pick<typeof previewEndpoints, 'read'>> {
  return {
    async read({ query }) {
      const { post, site } = await service.readPost(query)
      return { post: presentPost(post), site: presentSite(site) }
    },
  }
}
