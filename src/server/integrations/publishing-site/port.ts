import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'

/** Where readers buy a product, and what it looks like and costs there. */
export interface PostOffer {
  /** With the tag by which the marketplace pays the site. */
  link: string
  imageUrl: string | null
  price: { amount: number; currency: string; display: string; asOf: Date } | null
  /** Readers are told so where the price would stand. */
  isSoldOut?: boolean
}

/** What readers are to see of a product by now; where it is bought stays. */
export type ShownOffer = Pick<PostOffer, 'imageUrl' | 'price' | 'isSoldOut'>

export interface PostProduct {
  asin: string
  name: string
  award: string
  headline: string
  summary: string
  description: string
  /** What its block says of where it is bought; absent where it says nothing. The price is as people write it. */
  offer?: { link: string; imageUrl: string | null; price: string | null }
}

/** A post as readers will see it. Texts are plain, paragraphs parted by blank lines; nothing in them is markup. */
export interface SitePost {
  id: number
  status: 'draft' | 'publish'
  /** Where a person opens the post. */
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
  /** Its fields as they are stored; empty where nothing is, and left out where the site does not keep them. */
  fields: { excerpt?: string; picture?: string; author?: string; keyword?: string }
}

/** What of a post an update leaves as it is. */
export type KeptPostField = 'title' | keyof SitePost['fields']

/** The class by which a part of the content is known again, whatever an editor does around it. */
export const PARTS = {
  intro: 'aop-intro',
  introCopy: 'aop-intro-copy',
  product: 'aop-product',
  question: 'aop-question',
  outro: 'aop-outro',
  trust: 'aop-trust',
} as const
export type Part = keyof typeof PARTS

/** What an article says, for a post. */
export interface PostContent {
  title: string
  /** Address of the hero image in our own store; the site takes a copy. */
  heroImageUrl: string | null
  /** Says how the site earns by its links; nothing where it is empty, and left out, it stays as it is. */
  disclosure?: string
  intro: string
  products: {
    asin: string
    name: string
    award: string
    summary: string
    /** Null where the site's theme says all that; absent where it could not be asked about, so that it stays as it is. */
    offer?: PostOffer | null
  }[]
  questions: string[]
  focusKeyword: string
  authorName: string
}

/** By what a site knows a post again. */
export interface PostKey {
  key: string
  /** No post of this key is older. */
  keyedSince?: Date
  /** Called before the post is made, which takes several steps; what it throws ends the call. */
  proceed?: () => Promise<void>
  /**
   * Keeps the number of the post, which is found by its key no more after that. Answers the one that is kept: another's
   * where somebody was quicker.
   */
  keep?: (postId: number) => Promise<number>
}

/** Where a post stands: whether readers see it, and at which address. A draft again is a draft. */
export interface PostStanding {
  id: number
  state: 'draft' | 'live' | 'trashed' | 'gone'
  url: string | null
}

/** A post that readers see, whoever wrote it, as far as it is followed. */
export interface PublishedPost {
  id: number
  url: string
  title: string
  publishedAt: Date | null
  modifiedAt: Date | null
  /** Empty where the post has none; null where the site does not tell. */
  focusKeyword: string | null
  /** Null where it has none. */
  pictureUrl: string | null
  products: { asin: string; name: string; award: string }[]
  /** Another one means that its text was changed, and not only its fields, links or prices. */
  textDigest: string
  /** How many links to the marketplace do not say which product they sell. */
  shortLinks: number
  /** The tags by which the marketplace pays for the links of a product, by its ASIN. */
  tags: ReadonlyMap<string, string>
}

/** A post that readers see and that cannot be read: why, for people. */
export interface UnreadablePost {
  id: number
  fault: string
}

/** What of a post says which products it sells, as it is stored: the fields are null where the site has none. */
export interface PostMarkup {
  content: string
  /** Our own field of products. */
  products: string | null
  /** What it tells search engines, where we wrote that. */
  structured: string | null
}

/** Whether two readings of that say the same, letter by letter. */
export const isSameMarkup = (one: PostMarkup, other: PostMarkup): boolean =>
  one.content === other.content && one.products === other.products && one.structured === other.structured

/** All of a post that writing it anew replaces, as it is stored: by it the post is put back. Null is what the site does not have. */
export interface WholePost {
  title: string
  content: string
  excerpt: string
  /** Number or address of its picture. */
  picture: number | string | null
  focusKeyword: string | null
  authorName: string | null
  products: string | null
  structured: string | null
}

const FIELDS_OF_WHOLE = ['focusKeyword', 'authorName', 'products', 'structured'] as const

/** Whether two readings of a post say the same, letter by letter; a field that is empty is like one that is not there. */
export const isSameWhole = (one: WholePost, other: WholePost): boolean =>
  one.title === other.title &&
  one.content === other.content &&
  one.excerpt === other.excerpt &&
  one.picture === other.picture &&
  FIELDS_OF_WHOLE.every((field) => (one[field] ?? '') === (other[field] ?? ''))

/** One product in place of another, within a post that readers see. */
export interface ProductExchange {
  old: { asin: string; name: string }
  by: { asin: string; name: string; price: PostOffer['price']; imageUrl?: string | null }
  /** The host of the shop in which the new one was looked up, such as `www.amazon.com`. */
  marketplace: string
}

/** What an exchange would make of a post, and what of it would still be about the old product, for people; or why it cannot be changed, for people. */
export type PlannedExchange = { id: number } & (
  | { before: PostMarkup; after: PostMarkup; leftovers: string[] }
  | { fault: string }
)

/** What the offers of now make of a post that readers see; the same where nothing of it has changed. */
export interface PlannedOffers {
  id: number
  before: PostMarkup
  after: PostMarkup
}

/** What the products of posts cost and look like by now. */
export interface OffersOfNow {
  /** Called at most once for up to 20 posts, with the ASINs that they sell; a product that is not in the answer stays as it is. */
  find(asins: readonly string[]): Promise<ReadonlyMap<string, ShownOffer>>
  /** Whether products without a picture get one: pictures were removed here before. */
  restoresPictures: boolean
}

/** One markup in place of another. */
export interface LiveChange {
  from: PostMarkup
  to: PostMarkup
  /** An earlier try was begun, and nobody knows what became of it. */
  isBegun: boolean
  /** Called before anything is written. */
  begin(): Promise<void>
  /** Called after that, where the site has refused it: nothing was written. */
  withdraw(): Promise<void>
}

/** What is written down while a post is written anew. */
export interface RewriteSteps {
  /** Called with what stood there before anything is written, unless the post says the new text already. */
  keep(before: WholePost): Promise<void>
  /** Called after that, where the site has refused it and the post is as it was: nothing was written. */
  withdraw(): Promise<void>
}

/** A live post was written, and does not say what it was to say: as far as anybody knows, not because of an editor. */
export class NotKept extends IntegrationError {}

/** Most numbers of a page, and most posts that are asked for at once. */
export const PUBLISHED_PER_PAGE = 100

/** The fields of a post that hold its focus keyword, as its site stores them; null for one that is empty or missing. */
export type KeywordFields = Readonly<Record<string, string | null>>

export interface KeywordSteps {
  /** Told what the fields hold, before they are written. */
  keep?(before: KeywordFields): Promise<void>
  /** Fields that still say what was written then get back what they held before. */
  undo?: { before: KeywordFields; written: string } | undefined
}

/** Where the articles of one site are published. Every method may throw `IntegrationError`. */
export interface PublishingSite {
  getPost(id: number): Promise<SitePost | null>
  /** The same key of one workspace never makes a second post, however often it is asked for. */
  createDraft(post: PostContent & PostKey): Promise<{ postId: number; editUrl: string }>
  /**
   * Changes what is given but for the fields that are kept; what editors have written in the post stays, and a published
   * post stays published.
   */
  updatePost(id: number, change: Partial<PostContent>, kept?: readonly KeptPostField[]): Promise<void>
  /**
   * Writes a post anew that readers see, whoever wrote it: all of its text makes way. Its address and its day stay, and its
   * picture where none is given. Twice is once. Answers what stands there afterwards.
   */
  rewritePost(id: number, content: PostContent, steps?: RewriteSteps): Promise<WholePost>
  /** All of a post that readers see; null where they do not. */
  readWhole(id: number): Promise<WholePost | null>
  /**
   * Puts a post back that was written anew, and reads it again. Refused with `conflict` where it says neither; where it
   * says the old thing already, nothing is written. Twice is once.
   */
  writeWhole(id: number, change: { from: WholePost; to: WholePost }): Promise<void>
  /**
   * Gives a post another focus keyword, wherever the site keeps it, and changes nothing else; an empty one takes it away.
   * Twice is once.
   */
  writeKeyword(id: number, keyword: string, steps?: KeywordSteps): Promise<void>
  /** Puts a post before readers that they saw before, also out of the bin. Twice is once. */
  publishPost(id: number): Promise<void>
  /** Where each of these posts stands by now. */
  listStandings(ids: readonly number[]): Promise<PostStanding[]>
  /**
   * The numbers of the posts that readers see, ascending, at most `PUBLISHED_PER_PAGE` of them; a page after the last
   * one is empty. `page` counts from 1. With `modifiedAfter`, of those alone that were changed later.
   */
  listPublished(about: { page: number; modifiedAfter?: Date }): Promise<{ ids: number[]; total: number }>
  /** These posts as readers see them by now; those that they do not see are left out. */
  readPublished(ids: readonly number[]): Promise<(PublishedPost | UnreadablePost)[]>
  /** What exchanging a product would make of these posts; those that readers do not see are left out. Changes nothing. */
  planExchange(ids: readonly number[], exchange: ProductExchange): Promise<PlannedExchange[]>
  /** What the offers of now would make of these posts; those that readers do not see are left out. Changes nothing. */
  planOffers(ids: readonly number[], offers: OffersOfNow): Promise<PlannedOffers[]>
  /**
   * Writes one markup in place of another and reads it back. Refused with `conflict` where the post says neither; where
   * it says the new one already, nothing is written, and that is answered: unless an earlier try was begun, somebody else
   * has written it. Throws `NotKept` where something was written, and does not stand there. Twice is once.
   */
  writeMarkup(id: number, change: LiveChange): Promise<'written' | 'there'>
  findPostByUrl(url: string): Promise<number | null>
  /** Where editors of the site work on a post, whether or not there is such a post. */
  editUrl(id: number): string
  check(): Promise<AdapterHealth>
}

/** The publishing site of a site, by its two-letter code in lower case. */
export type PublishingSites = (code: string) => PublishingSite

/** The last part of an address, by which a site knows its post; null where there is none. */
export function slugOfAddress(url: string): string | null {
  const path = URL.parse(url, 'https://site.example')?.pathname ?? ''
  const slug = path.split('/').findLast((part) => part !== '')
  return slug === undefined ? null : slug.toLowerCase()
}
