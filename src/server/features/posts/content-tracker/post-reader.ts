import type { PoolClient } from 'pg'
import { pageKey } from '#shared/format/page-key.ts'
import { createSiteResolver, type NamedSite } from '../../../kernel/imports/sites.ts'
import type { ToldEarning } from './earnings-reader.ts'
import * as store from './import-store.ts'

/** A product of a site, whose only post that recommends it is meant. */
type OfSite = { site: number }

/** What a line says about its post: a name that posts may have; or, without one, only its site. */
export type PostReference = OfSite | { name: store.PostName; ifUnknown: string | OfSite; ifShared: string }

const addressName = (page: string): store.PostName => ({ site: null, text: `address ${page}` })
const trackingName = (trackingId: string): store.PostName => ({
  site: null,
  text: `tracking ${trackingId.toLowerCase()}`,
})
const keyOf = ({ site, text }: store.PostName) => (site === null ? text : `${site}/${text}`)

const NO_ADDRESS = 'address: No post at this address.'
const NO_PRODUCT = 'asin: No post of the site recommends it.'
const SEVERAL_PRODUCTS = 'asin: Several posts of the site recommend it.'

/** Reads what lines say about their posts; returns a sentence if that is not enough. */
export function createPlaceReader(
  sites: readonly NamedSite[],
): (told: ToldEarning) => PostReference | string {
  const findSite = createSiteResolver(sites)
  const siteByTag = new Map(
    sites.flatMap(({ id, affiliateTag }) =>
      affiliateTag ? [[affiliateTag.toLowerCase(), id] as const] : [],
    ),
  )

  const byNumber = (site: NamedSite | undefined, postId: string): PostReference | string =>
    site === undefined
      ? 'site: Missing; a post ID needs its site'
      : {
          name: { site: site.id, text: postId },
          ifUnknown: 'post_id: Copydesk has no such post of this site.',
          ifShared: '',
        }
  const byAddress = (site: NamedSite | undefined, address: string): PostReference | string => {
    const page = pageKey(address, site?.url)
    return page === null
      ? NO_ADDRESS
      : {
          name: addressName(page),
          ifUnknown: NO_ADDRESS,
          ifShared: 'address: Several posts at this address.',
        }
  }
  const byTracking = (trackingId: string, asin: string | undefined): PostReference => {
    const site = siteByTag.get(trackingId.toLowerCase())
    const ofSite =
      asin === undefined || site === undefined
        ? 'tracking_id: It belongs to a whole site, so the row also needs an ASIN.'
        : { site }
    return {
      name: trackingName(trackingId),
      ifUnknown: site === undefined ? 'tracking_id: Neither a post nor a site uses it.' : ofSite,
      ifShared: 'tracking_id: Several posts use it.',
    }
  }

  return ({ site: name, postId, address, trackingId, asin }) => {
    const site = name === undefined ? undefined : findSite(name)
    if (name !== undefined && site === undefined) return 'site: There is no such site.'
    if (postId !== undefined) return byNumber(site, postId)
    if (address !== undefined) return byAddress(site, address)
    if (trackingId !== undefined) return byTracking(trackingId, asin)
    if (site !== undefined && asin !== undefined) return { site: site.id }
    return 'post_id: Missing post ID, address, tracking ID or site and ASIN'
  }
}

/** Stores the names of all posts that the columns of `content_posts` don't have in their normalized form. */
async function storeNames(client: PoolClient, sites: readonly NamedSite[]): Promise<void> {
  const urlOfSite = new Map(sites.map(({ id, url }) => [id, url]))
  await store.openPostNames(client)
  for await (const posts of store.listKnownPosts(client)) {
    const named = posts.flatMap(({ id, siteId, permalink, trackingId, isGone }) => {
      const page = permalink === null ? null : pageKey(permalink, urlOfSite.get(siteId))
      const names = [
        ...(page === null ? [] : [addressName(page)]),
        ...(trackingId === null ? [] : [trackingName(trackingId)]),
      ]
      return names.map(({ text }) => ({ text, post: id, isGone }))
    })
    await store.addPostNames(client, named)
  }
  await store.closePostNames(client)
}

export interface PlacedLine {
  place: PostReference
  asin: string | undefined
}

/** Finds the posts of lines: the id of each, in their order, or a sentence if there is none, or more than one. */
export type PostMatcher = (lines: readonly PlacedLine[]) => Promise<(number | string)[]>

/**
 * The database looks posts up, for a batch of lines at a time, so that memory doesn't grow with their number.
 */
export function createPostMatcher(client: PoolClient, sites: readonly NamedSite[]): PostMatcher {
  let hasNames = false

  /** Posts by the names of the lines. */
  async function findNamed(lines: readonly PlacedLine[]) {
    const names = new Map<string, store.PostName>()
    for (const { place } of lines) if ('name' in place) names.set(keyOf(place.name), place.name)
    const wanted = [...names.values()]
    if (!hasNames && wanted.some(({ site }) => site === null)) {
      await storeNames(client, sites)
      hasNames = true
    }
    const posts = await store.findNamedPosts(client, wanted)
    return new Map([...names.keys()].map((key, index) => [key, posts[index] ?? null]))
  }

  async function findRecommending(products: readonly store.SiteProduct[]) {
    const distinct = new Map(products.map((product) => [store.siteProductKey(product), product]))
    return store.findRecommending(client, [...distinct.values()])
  }

  return async (lines) => {
    const named = await findNamed(lines)
    const matches = lines.map(({ place, asin }) => {
      if (!('name' in place)) return { site: place.site, asin: asin ?? '' }
      const post = named.get(keyOf(place.name)) ?? null
      if (post === store.SEVERAL) return place.ifShared
      if (post !== null) return post
      return typeof place.ifUnknown === 'string' ? place.ifUnknown : { ...place.ifUnknown, asin: asin ?? '' }
    })
    const found = await findRecommending(matches.filter((match) => typeof match === 'object'))
    return matches.map((match) => {
      if (typeof match !== 'object') return match
      const { post, posts } = found.get(store.siteProductKey(match)) ?? { post: 0, posts: 0 }
      if (posts === 1) return post
      return posts === 0 ? NO_PRODUCT : SEVERAL_PRODUCTS
    })
  }
}
