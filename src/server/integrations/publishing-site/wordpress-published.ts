import { setImmediate as nextTurn } from 'node:timers/promises'
import { lineOf } from '../../markup/plain-text.ts'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { PUBLISHED_PER_PAGE, type PublishedPost, type UnreadablePost } from './port.ts'
import { readMentions } from './post-mentions.ts'
import { textDigest } from './text-digest.ts'
import { readKeyword } from './wordpress-keyword.ts'
import { LoosePosts, PublishedFields } from './wordpress-schemas.ts'
import { asRefusedPassword } from './wordpress-site.ts'

const READ_FIELDS = 'id,link,title,content,date_gmt,modified_gmt,meta,featured_media,_links,_embedded'
const LONGEST_ADDRESS = 2000
const LONGEST_TITLE = 1000

/** The numbers of a site's posts, as visitors may ask for them too: `check` says whether our account sees them whole. */
export async function listPublished(
  client: VendorClient,
  { page, modifiedAfter }: { page: number; modifiedAfter?: Date },
): Promise<{ ids: number[]; total: number }> {
  const { value, headers } = await client
    .sendWithHeaders({
      operation: 'list published posts',
      method: 'GET',
      path: '/posts',
      query: {
        status: 'publish',
        orderby: 'id',
        order: 'asc',
        per_page: PUBLISHED_PER_PAGE,
        page,
        modified_after: modifiedAfter?.toISOString(),
        _fields: 'id',
      },
      answer: LoosePosts,
    })
    .catch((error: unknown) => {
      const isPastEnd =
        error instanceof IntegrationError && error.vendorCode === 'rest_post_invalid_page_number'
      if (isPastEnd) return { value: [], headers: new Headers() }
      throw error
    })
  const ids = value.map(({ id }) => id)
  return { ids, total: Number(headers.get('x-wp-total') ?? ids.length) || ids.length }
}

const fault = (id: number, words: string): UnreadablePost => ({ id, fault: words })

function readOne(post: { id: number }): PublishedPost | UnreadablePost {
  const read = PublishedFields.safeParse(post)
  if (!read.success) return fault(post.id, `The site’s answer about it is invalid: ${whatIsOdd(read.error)}.`)
  const { id, link, title, content, date_gmt, modified_gmt, meta, _embedded } = read.data
  const name = lineOf(title.raw).slice(0, LONGEST_TITLE).toWellFormed().replaceAll('\0', '')
  if (name === '') return fault(id, 'It has no title.')
  if (link.length > LONGEST_ADDRESS) return fault(id, 'Its address is too long.')
  const picture = _embedded?.['wp:featuredmedia']?.[0]?.source_url ?? null
  const products = typeof meta.aop_products === 'string' ? meta.aop_products : undefined
  return {
    id,
    url: link,
    title: name,
    publishedAt: date_gmt,
    modifiedAt: modified_gmt,
    focusKeyword: readKeyword(meta)?.slice(0, 500).toWellFormed() ?? null,
    pictureUrl: picture === null || picture.length > LONGEST_ADDRESS ? null : picture,
    textDigest: textDigest(content.raw),
    ...readMentions({ raw: content.raw, rendered: content.rendered, products }),
  }
}

const whatIsOdd = ({ issues: [issue] }: { issues: { path: PropertyKey[] }[] }) =>
  issue?.path.map(String).join('.') ?? 'its fields'

/** These posts as they are now, each read for itself. Throws `IntegrationError`. */
export async function readPublished(
  client: VendorClient,
  ids: readonly number[],
): Promise<(PublishedPost | UnreadablePost)[]> {
  if (ids.length === 0) return []
  const posts = await client
    .send({
      operation: 'read published posts',
      method: 'GET',
      path: '/posts',
      query: {
        include: ids.join(','),
        status: 'publish',
        context: 'edit',
        orderby: 'include',
        per_page: Math.min(ids.length, PUBLISHED_PER_PAGE),
        _embed: 'wp:featuredmedia',
        _fields: READ_FIELDS,
      },
      answer: LoosePosts,
    })
    .catch(asRefusedPassword)
  const read = new Map<number, PublishedPost | UnreadablePost>()
  for (const post of posts) {
    if (!read.has(post.id)) read.set(post.id, readOne(post))
    // A long post takes a while, and others are to be answered in between.
    await nextTurn()
  }
  return [...read.values()]
}
