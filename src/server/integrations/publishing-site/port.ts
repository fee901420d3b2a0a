import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'

export { PRICE } from './price-text.ts'

/** A product's link, picture and price at the shop where readers buy it. */
export interface PostOffer {
  /** Includes the site's affiliate tag. */
  link: string
  imageUrl: string | null
  price: { amount: number; currency: string; display: string; asOf: Date } | null
  /** Shown to readers in place of the price. */
  isSoldOut?: boolean
}

/** The current price, stock and picture of a product. Its link stays, and so does its picture if none is given. */
export type ShownOffer = Pick<PostOffer, 'price' | 'isSoldOut'> & Partial<Pick<PostOffer, 'imageUrl'>>

/** The blocks of pictures that an update of offers removed from a post, by ASIN. */
export type RemovedPictures = Readonly<Record<string, string>>

export interface PostProduct {
  asin: string
  name: string
  award: string
  headline: string
  summary: string
  description: string
  /** The offer in its block, with the price as text; absent if the block has none. */
  offer?: { link: string; imageUrl: string | null; price: string | null }
}

/** A post as readers will see it. Texts are plain, without markup; blank lines separate paragraphs. */
export interface SitePost {
  id: number
  status: 'draft' | 'publish'
  /** The address at which people open the post. */
  url: string
  title: string
  heroImageUrl: string | null
  authorName: string | null
  authorDescription: string | null
  datePublished: Date | null
  introText: string
  introCopy: string
  products: PostProduct[]
  outroCopy: string
  questions: { headline: string; acceptedAnswer: string }[]
  trustStatement: string
  /** The fields as stored: an empty string if unset, absent if the site does not keep the field. */
  fields: { excerpt?: string; picture?: string; author?: string; keyword?: string }
}

/** A part of a post that an update leaves unchanged. */
export type PreservedPostField = 'title' | keyof SitePost['fields']

/** The CSS class that identifies a part of the content, whatever an editor changes around it. */
export const PARTS = {
  intro: 'aop-intro',
  introCopy: 'aop-intro-copy',
  picks: 'aop-picks',
  product: 'aop-product',
  question: 'aop-question',
  outro: 'aop-outro',
  trust: 'aop-trust',
} as const
export type Part = keyof typeof PARTS

/** An article's content, ready for a post. */
export interface PostContent {
  title: string
  /** The hero image's address in our own store; the site copies it. */
  heroImageUrl: string | null
  /** How the site earns from its links. Empty removes it; left out, it stays unchanged. */
  disclosure?: string
  intro: string
  products: {
    asin: string
    name: string
    award: string
    summary: string
    /** Null if the site's theme shows the offer; absent if it could not be looked up, which leaves it unchanged. */
    offer?: PostOffer | null
  }[]
  questions: string[]
  focusKeyword: string
  authorName: string
}

/** Identifies a post on its site. */
export interface PostKey {
  key: string
  /** No post with this key is older. */
  keyedSince?: Date
  /** Called right before the post is created. If it throws, the post is not created. */
  proceed?: () => Promise<void>
  /**
   * Stores the post's ID, after which its key no longer finds it. Returns the stored ID: that of another post if a
   * concurrent call was first.
   */
  keep?: (postId: number) => Promise<number>
}

/** A post's state and address. A post that was taken back to a draft is a draft. */
export interface PostStanding {
  id: number
  state: 'draft' | 'live' | 'trashed' | 'gone'
  url: string | null
}

/** The tracked data of a published post, also of one not written here. */
export interface PublishedPost {
  id: number
  url: string
  title: string
  publishedAt: Date | null
  modifiedAt: Date | null
  /** Empty if the post has none; null if the site does not report it. */
  focusKeyword: string | null
  /** Null if it has none. */
  pictureUrl: string | null
  products: { asin: string; name: string; award: string }[]
  /** Changes with the post's text, not with its fields, links or prices. */
  textDigest: string
  /** The number of links to the marketplace that do not name their product. */
  shortLinks: number
  /** The affiliate tags in the links to each product, by ASIN. */
  tags: ReadonlyMap<string, string>
}

/** A published post that cannot be read, with the reason to show users. */
export interface UnreadablePost {
  id: number
  fault: string
}

/** The parts of a post that name its products, as stored; a field is null if the site does not have it. */
export interface PostMarkup {
  content: string
  /** Our own field of products. */
  products: string | null
  /** The structured data for search engines, if we wrote it. */
  structured: string | null
}

/** Whether two readings are identical, character by character. */
export const isSameMarkup = (one: PostMarkup, other: PostMarkup): boolean =>
  one.content === other.content && one.products === other.products && one.structured === other.structured

/** Everything that a rewrite replaces, as stored, to restore the post. Null if the site does not have the field. */
export interface WholePost {
  title: string
  content: string
  excerpt: string
  /** The picture's ID or address. */
  picture: number | string | null
  focusKeyword: string | null
  authorName: string | null
  products: string | null
  structured: string | null
}

const FIELDS_OF_WHOLE = ['focusKeyword', 'authorName', 'products', 'structured'] as const

/** Whether two readings of a post are identical, character by character; an empty field equals a missing one. */
export const isSameWhole = (one: WholePost, other: WholePost): boolean =>
  one.title === other.title &&
  one.content === other.content &&
  one.excerpt === other.excerpt &&
  one.picture === other.picture &&
  FIELDS_OF_WHOLE.every((field) => (one[field] ?? '') === (other[field] ?? ''))

/** The replacement of one product by another in a published post. */
export interface ProductExchange {
  old: { asin: string; name: string }
  by: { asin: string; name: string; price: PostOffer['price']; imageUrl?: string | null }
  /** Host of the shop where the new product was looked up, such as `www.amazon.com`. */
  marketplace: string
}

/**
 * The post before and after an exchange, and the mentions of the old product that would remain; or the reason why it
 * cannot be changed. `leftovers` and `fault` are texts for users. `isFinal`: a request to edit the post would not help.
 */
export type PlannedExchange = { id: number } & (
  | { before: PostMarkup; after: PostMarkup; leftovers: string[] }
  | { fault: string; isFinal?: boolean }
)

/** A published post before and after its offers are updated; both are the same if nothing has changed. */
export interface PlannedOffers {
  id: number
  before: PostMarkup
  after: PostMarkup
  /** All pictures that are missing from `after`, including those removed earlier. */
  removed: RemovedPictures
  /** Whether all of its products were looked up. */
  isComplete: boolean
  /** Why it cannot be written, for the log. */
  fault?: string
}

/** Looks up the current prices and pictures of the products in posts. */
export interface OffersOfNow {
  /** Called at most once per batch of up to 20 posts, with their ASINs. Products not in the result stay unchanged. */
  find(asins: readonly string[]): Promise<ReadonlyMap<string, ShownOffer>>
  /** The pictures that were removed from a post earlier and may return. */
  removedFrom(postId: number): RemovedPictures
}

/** The replacement of one markup by another. */
export interface LiveChange {
  from: PostMarkup
  to: PostMarkup
  /** Only offers are updated: the site makes no revision. */
  isRefresh?: true
  /** An earlier attempt was started and its outcome is unknown. */
  isBegun: boolean
  /** Called before the write. */
  begin(): Promise<void>
  /** Called after `begin` if the site refused the write, so nothing was written. */
  withdraw(): Promise<void>
}

/** Records the progress of rewriting a post. */
export interface RewriteSteps {
  /** Called with the old post before the write, unless the post already has the new text. */
  keep(before: WholePost): Promise<void>
  /** Called after `keep` if the site refused the write and the post is unchanged. */
  withdraw(): Promise<void>
}

/** A live post was written but does not have the new content, and no editor is known to have changed it. */
export class NotKept extends IntegrationError {}

/** The maximum of IDs per page, and of posts per request. */
export const PUBLISHED_PER_PAGE = 100

/** The fields that hold a post's focus keyword, as stored on its site; null if empty or missing. */
export type KeywordFields = Readonly<Record<string, string | null>>

export interface KeywordSteps {
  /** Called with the fields' values before they are written. */
  keep?(before: KeywordFields): Promise<void>
  /** Restores the previous value of each field that still has the written one. */
  undo?: { before: KeywordFields; written: string } | undefined
}

/** The site where articles are published. Unless noted, every method may throw `IntegrationError`. */
export interface PublishingSite {
  getPost(id: number): Promise<SitePost | null>
  /** Idempotent: within a workspace, a key never creates a second post. */
  createDraft(post: PostContent & PostKey): Promise<{ postId: number; editUrl: string }>
  /**
   * Changes the given parts except those in `kept`. Text that editors added stays, and a published post stays
   * published.
   */
  updatePost(id: number, change: Partial<PostContent>, kept?: readonly PreservedPostField[]): Promise<void>
  /**
   * Replaces all the text of a published post, also of one not written here. Its address and date stay, and so does its
   * picture if none is given. Idempotent. Returns the post as stored afterwards.
   */
  rewritePost(id: number, content: PostContent, steps?: RewriteSteps): Promise<WholePost>
  /** A published post with everything that a rewrite replaces; null if the post is not published. */
  readWhole(id: number): Promise<WholePost | null>
  /**
   * Restores a rewritten post to `to` and reads it back. Throws `conflict` if the post matches neither `from` nor `to`,
   * and writes nothing if it already matches `to`. Idempotent.
   */
  writeWhole(id: number, change: { from: WholePost; to: WholePost }): Promise<void>
  /**
   * Changes only the focus keyword of a post, in every field where the site keeps it; an empty one removes it.
   * Idempotent.
   */
  writeKeyword(id: number, keyword: string, steps?: KeywordSteps): Promise<void>
  /** Publishes a post again that was published before, also from the trash. Idempotent. */
  publishPost(id: number): Promise<void>
  /** The current state of each of these posts. */
  listStandings(ids: readonly number[]): Promise<PostStanding[]>
  /**
   * The IDs of published posts, ascending, at most `PUBLISHED_PER_PAGE` per page. `page` counts from 1; pages past the
   * end are empty. With `modifiedAfter`, only posts that were changed later.
   */
  listPublished(about: { page: number; modifiedAfter?: Date }): Promise<{ ids: number[]; total: number }>
  /** These posts as published now; unpublished ones are left out. */
  readPublished(ids: readonly number[]): Promise<(PublishedPost | UnreadablePost)[]>
  /** Previews the exchange of a product in these posts; unpublished ones are left out. Changes nothing. */
  planExchange(ids: readonly number[], exchange: ProductExchange): Promise<PlannedExchange[]>
  /** Previews the update of offers in these posts; unpublished ones are left out. Changes nothing. */
  planOffers(ids: readonly number[], offers: OffersOfNow): Promise<PlannedOffers[]>
  /**
   * Replaces one markup by another and reads it back. Returns `there` without writing if the post already has the new
   * one; without an earlier attempt, another user wrote it. Throws `conflict` if the post has neither, and `NotKept` if
   * the write did not result in the new one. Idempotent.
   */
  writeMarkup(id: number, change: LiveChange): Promise<'written' | 'there'>
  findPostByUrl(url: string): Promise<number | null>
  /** The address at which the site's editors edit a post. Does not check that the post exists. */
  editUrl(id: number): string
  check(): Promise<AdapterHealth>
  /** The style sheet of posts that readers of the newest page get; null if posts need none here. Never throws. */
  readPostStyle(web: WebFetcher): Promise<PostStyle | null>
}

/** Finds the publishing site by the site's two-letter code in lower case. */
export type PublishingSites = (code: string) => PublishingSite

/** Name of a site's health check. */
export const healthPortOf = (code: string) => `Posts of ${code}`

/** The last segment of an address, by which a site identifies a post; null if there is none. */
export function slugOfAddress(url: string): string | null {
  const path = URL.parse(url, 'https://site.example')?.pathname ?? ''
  const slug = path.split('/').findLast((part) => part !== '')
  return slug === undefined ? null : slug.toLowerCase()
}
