import { postEndpoints } from '#shared/features/articles/posts/contract.ts'
import { postNotFound } from '#shared/features/articles/preview/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { SitesService } from '../../ground/area.ts'
import type { ArticlesService } from '../articles/service.ts'
import * as store from './store.ts'

export interface PostsDeps {
  db: Db
  clock: () => Date
  sites: SitesService
  publishing: PublishingSites
  /** Whether a site's posts are in our own database rather than at a vendor. */
  hasBuiltInPosts: (code: string) => boolean
  articles: Pick<ArticlesService, 'publishArticle'>
}

interface PostAddress {
  site: string
  id: number
}

export type PostsService = ReturnType<typeof createPostsService>

/** Users' work in the built-in publishing system. */
export function createPostsService(deps: PostsDeps) {
  const { db, clock, sites, publishing, hasBuiltInPosts, articles } = deps

  async function getSite({ site: code, id }: PostAddress) {
    const site = hasBuiltInPosts(code) ? await sites.findSiteByCode(code) : undefined
    if (!site) throw new AppError('notFound', postNotFound(id))
    return site
  }

  async function readPost(address: PostAddress) {
    const { id } = address
    const site = await getSite(address)
    const record = await store.findPostRecord(db, site.id, id)
    const post = await publishing(address.site).getPost(id)
    if (!record || !post) throw new AppError('notFound', postNotFound(id))
    return { post, site, record, article: await store.findArticleOfPost(db, site.id, id) }
  }

  return {
    readPost,
    /** Makes a draft visible to readers. Publishing it twice is publishing it once. */
    async publishPost(actor: Caller, address: PostAddress) {
      requires(actor, postEndpoints.publish.access)
      const { id } = address
      const site = await getSite(address)
      const now = clock()
      await transaction(db, async (tx) => {
        if (!(await store.publishPost(tx, site.id, id, now))) return
        const article = await store.findArticleOfPost(tx, site.id, id)
        const isMoved = article
          ? await articles.publishArticle(tx, { articleId: article.id, actorId: actor.id, actor, now })
          : false
        if (isMoved) return
        await audit(tx, actor, 'post.published', { id: `${address.site}/${id}`, label: site.displayName })
      })
      return readPost(address)
    },
  }
}
