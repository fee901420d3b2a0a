import type { PreviewPost } from '#shared/features/articles/preview/contract.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { SitePost } from '../../../integrations/publishing-site/port.ts'

/** A post as it is shown. Its texts are plain already; of its addresses only those leave that a page may follow. */
export function presentPost(post: SitePost): PreviewPost {
  return {
    ...post,
    url: safeAddress(post.url) ?? '',
    heroImageUrl: safeAddress(post.heroImageUrl),
    datePublished: post.datePublished?.toISOString() ?? null,
  }
}
