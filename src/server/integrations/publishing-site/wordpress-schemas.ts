import { z } from 'zod'

const Text = z.string().max(2_000_000)
/** With `context=edit`, texts have both their stored and their rendered form. */
const Stored = z.object({ raw: Text })

/** A time in UTC without a time zone; null if missing, which an old site writes as zeros. */
const Moment = z
  .string()
  .nullable()
  .transform((text, context) => {
    if (text === null || text === '' || text.startsWith('0000-00-00')) return null
    const moment = new Date(`${text}Z`)
    const year = moment.getUTCFullYear()
    // The database knows neither year 0 nor those of five digits.
    if (year >= 1 && year <= 9999) return moment
    context.addIssue('is not a timestamp')
    return z.NEVER
  })

/** Embedding may fail for one part, which then is an error object. */
const Author = z.object({ name: z.string(), description: z.string().catch('') })
const Media = z.object({ source_url: z.string() })
const Embedded = z.object({
  author: z.array(Author.nullable().catch(null)).optional(),
  'wp:featuredmedia': z.array(Media.nullable().catch(null)).optional(),
})

/** Our own fields; a site that does not register them answers none, or an empty list in the place of an object. */
const Meta = z
  .object({ aop_author_name: z.string(), aop_author_description: z.string(), aop_focus_keyword: z.string() })
  .partial()
  .catch({})

export const WordPressPost = z.object({
  id: z.number().int().positive(),
  status: z.string(),
  link: z.string(),
  title: Stored,
  content: Stored,
  excerpt: Stored.optional().catch(undefined),
  date_gmt: Moment,
  featured_media: z.number().optional(),
  meta: Meta.optional(),
  _embedded: Embedded.optional(),
})
export type WordPressPost = z.infer<typeof WordPressPost>

/** A list whose posts are parsed individually, so that a malformed one does not hide the others. */
export const LoosePosts = z.array(z.looseObject({ id: z.int32().positive() }))

export const PublishedFields = z.object({
  id: z.number().int().positive(),
  link: z.string(),
  title: Stored,
  content: Stored.extend({ rendered: Text.catch('') }),
  date_gmt: Moment,
  modified_gmt: Moment,
  meta: z.record(z.string(), z.unknown()).catch({}).default({}),
  _embedded: Embedded.optional(),
})
export type PublishedFields = z.infer<typeof PublishedFields>

export const CreatedPost = z.object({ id: z.number().int().positive() })
/**
 * The key that a post was created for; missing if the site does not register our fields, empty for other
 * users' posts.
 */
const KeyMeta = z.object({ aop_article_id: z.string() }).partial().catch({})
const Addressed = { status: z.string().optional(), slug: z.string().optional(), meta: KeyMeta.optional() }
export const KeyedPostList = z.array(CreatedPost.extend(Addressed))
export const StandingPost = CreatedPost.extend({ status: z.string(), link: z.string() })
export type StandingPost = z.infer<typeof StandingPost>
export const StandingList = z.array(StandingPost)
export const LinkList = z.array(CreatedPost.extend({ link: z.string() }))
export const MediaList = z.array(CreatedPost)

/** The part of a post that an update builds on. */
export const EditablePost = z.object({
  ...Addressed,
  status: z.string(),
  title: Stored.optional(),
  content: Stored,
})

/** A post's text fields; a site that registers none returns an empty list. */
export const PostFields = z.object({
  status: z.string(),
  meta: z.record(z.string(), z.unknown()).catch({}).default({}),
})
export type PostFields = z.infer<typeof PostFields>

/** What of a post says which products it sells. */
export const MarkedPost = PostFields.extend({ content: Stored })
export type MarkedPost = z.infer<typeof MarkedPost>

const NOTHING = { raw: '' }
/** The same with what readers see of it. */
export const PlannedPost = MarkedPost.extend({
  content: Stored.extend({ rendered: Text.catch('') }),
  title: Stored.catch(NOTHING).default(NOTHING),
  excerpt: Stored.catch(NOTHING).default(NOTHING),
})
export type PlannedPost = z.infer<typeof PlannedPost>

/** All of a post that is put back as it was. */
export const StoredWhole = MarkedPost.extend({
  title: Stored,
  excerpt: Stored.catch({ raw: '' }).default({ raw: '' }),
  featured_media: z.number().int().nonnegative().catch(0).default(0),
})

export const CurrentUser = z.object({
  name: z.string(),
  capabilities: z.record(z.string(), z.unknown()).optional(),
})

/** Schema of a site's posts, which shows the fields it keeps. */
export const PostSchema = z.object({
  schema: z.object({
    properties: z.object({
      meta: z.object({ properties: z.record(z.string(), z.unknown()).catch({}) }),
    }),
  }),
})

/** How WordPress names what went wrong. */
export function wordPressCode(body: unknown): string | undefined {
  const parsed = z.object({ code: z.string().max(100) }).safeParse(body)
  return parsed.data?.code
}

export const DeletedPost = z.object({ deleted: z.boolean() })
