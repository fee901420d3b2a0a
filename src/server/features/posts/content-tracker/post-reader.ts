import type { PoolClient } from 'pg'
import { pageKey } from '#shared/format/page-key.ts'
import { createSiteResolver, type NamedSite } from '../../../kernel/imports/sites.ts'
import type { ToldEarning } from './earnings-reader.ts'
import { listKnownPosts } from './import-store.ts'

/**
 * The post that a line is about; or only its site, where the product must say which post; or why neither is
 * known.
 */
export type Match = { post: number } | { site: number } | string

/** Marks an address or tracking id that several posts share, so it identifies none of them. */
const SEVERAL = 0

const remember = (map: Map<string, number>, key: string, post: number) =>
  map.set(key, map.has(key) ? SEVERAL : post)

async function readPosts(client: PoolClient, siteUrls: ReadonlyMap<number, string>) {
  const byNumber = new Map<string, number>()
  const byAddress = new Map<string, number>()
  const byTracking = new Map<string, number>()
  for await (const rows of listKnownPosts(client))
    for (const { id, siteId, postId, permalink, trackingId } of rows) {
      byNumber.set(`${siteId}/${postId}`, id)
      const key = permalink === null ? null : pageKey(permalink, siteUrls.get(siteId))
      if (key !== null) remember(byAddress, key, id)
      if (trackingId !== null) remember(byTracking, trackingId.toLowerCase(), id)
    }
  return { byNumber, byAddress, byTracking }
}

/** Finds the posts that lines are about: by site and number, else by address, else by tracking ID. */
export async function createPostMatcher(
  client: PoolClient,
  sites: readonly NamedSite[],
): Promise<(told: ToldEarning) => Match> {
  const findSite = createSiteResolver(sites)
  const siteByTag = new Map(
    sites.flatMap((site) => (site.affiliateTag ? [[site.affiliateTag.toLowerCase(), site] as const] : [])),
  )
  const posts = await readPosts(client, new Map(sites.map(({ id, url }) => [id, url])))

  const byNumber = (site: NamedSite | undefined, postId: string): Match => {
    if (site === undefined) return 'site: Missing; a post ID needs its site'
    const post = posts.byNumber.get(`${site.id}/${postId}`)
    return post === undefined ? 'post_id: Copydesk has no such post of this site.' : { post }
  }
  const only = (post: number | undefined, missing: string, several: string): Match => {
    if (post === SEVERAL) return several
    return post === undefined ? missing : { post }
  }
  const byTracking = (trackingId: string, asin: string | undefined): Match => {
    const post = posts.byTracking.get(trackingId.toLowerCase())
    if (post !== undefined) return only(post, '', 'tracking_id: Several posts use it.')
    const site = siteByTag.get(trackingId.toLowerCase())
    if (site === undefined) return 'tracking_id: Neither a post nor a site uses it.'
    return asin === undefined
      ? 'tracking_id: It belongs to a whole site, so the row also needs an ASIN.'
      : { site: site.id }
  }

  return ({ site: name, postId, address, trackingId, asin }) => {
    const site = name === undefined ? undefined : findSite(name)
    if (name !== undefined && site === undefined) return 'site: There is no such site.'
    if (postId !== undefined) return byNumber(site, postId)
    if (address !== undefined) {
      const key = pageKey(address, site?.url)
      const post = key === null ? undefined : posts.byAddress.get(key)
      return only(post, 'address: No post at this address.', 'address: Several posts at this address.')
    }
    if (trackingId !== undefined) return byTracking(trackingId, asin)
    if (site !== undefined && asin !== undefined) return { site: site.id }
    return 'post_id: Missing post ID, address, tracking ID or site and ASIN'
  }
}
