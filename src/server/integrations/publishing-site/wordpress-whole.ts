import { IntegrationError, type IntegrationErrorKind, isUnsure } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { isSameWholeButOffers } from './offer-refresh.ts'
import { isSameWhole, type PostContent, type RewriteSteps, type WholePost } from './port.ts'
import { CreatedPost, StoredWhole } from './wordpress-schemas.ts'
import { fieldsOf, heroFields, SYSTEM, type WordPressSite } from './wordpress-site.ts'
import { isUnknownPost } from './wordpress-states.ts'
import { textsOf, writeContent } from './write-content.ts'

const FIELDS = 'id,status,title,content,excerpt,featured_media,meta'

function refusal(kind: IntegrationErrorKind, message: string, advice?: string): IntegrationError {
  const said = advice === undefined ? {} : { advice }
  return new IntegrationError(message, { system: SYSTEM, operation: 'put a post back', kind, ...said })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** A complete live post; null if it is not live. */
export async function readWhole(client: VendorClient, id: number): Promise<WholePost | null> {
  const post = await client
    .send({
      operation: 'read post',
      method: 'GET',
      path: `/posts/${id}`,
      query: { context: 'edit', _fields: FIELDS },
      answer: StoredWhole,
    })
    .catch((error) => {
      if (isUnknownPost(error)) return null
      throw error
    })
  if (post?.status !== 'publish') return null
  const { title, content, excerpt, featured_media: picture, meta } = post
  return {
    title: title.raw,
    content: content.raw,
    excerpt: excerpt.raw,
    picture,
    focusKeyword: textOf(meta.aop_focus_keyword),
    authorName: textOf(meta.aop_author_name),
    products: textOf(meta.aop_products),
    structured: textOf(meta.aop_structured_data),
  }
}

const NO_STEPS: RewriteSteps = { keep: async () => {}, withdraw: async () => {} }

/**
 * Whether a post was certainly not written because the site refused. One of several tries may have been
 * written before another was refused, so the post is read as well.
 */
async function isAsItWas(
  client: VendorClient,
  id: number,
  { before, error }: { before: WholePost; error: unknown },
): Promise<boolean> {
  if (isUnsure(error)) return false
  const now = await readWhole(client, id).catch(() => null)
  return now !== null && isSameWhole(now, before)
}

/** Overwrites a post after storing its old content. */
export async function rewritePost(
  site: WordPressSite,
  id: number,
  content: PostContent,
  { keep, withdraw }: RewriteSteps = NO_STEPS,
): Promise<WholePost> {
  const { client } = site
  const { heroImageUrl } = content
  const fields = fieldsOf(content)
  const text = writeContent(textsOf(content))
  // The upload takes seconds, in which an editor may save: the post is read afterwards.
  const hero = heroImageUrl === null ? {} : await heroFields(site, heroImageUrl)
  const before = await readWhole(client, id)
  const gone = () =>
    new IntegrationError(`Post ${id} is no longer live`, {
      system: SYSTEM,
      operation: 'rewrite post',
      kind: 'not_found',
    })
  if (before === null) throw gone()
  // After a lost answer the post is already ours, even if its site reformats our text.
  const structured = fields.meta.aop_structured_data
  const isOurs = before.content === text || (structured !== undefined && before.structured === structured)
  if (!isOurs) await keep(before)
  await client
    .send({
      operation: 'rewrite post',
      method: 'POST',
      path: `/posts/${id}`,
      json: { ...fields, content: text, ...hero },
      answer: CreatedPost,
      isRepeatable: true,
    })
    .catch(async (error) => {
      if (!isOurs && (await isAsItWas(client, id, { before, error }))) await withdraw()
      throw error
    })
  const after = await readWhole(client, id)
  if (after === null) throw gone()
  return after
}

const META = {
  focusKeyword: 'aop_focus_keyword',
  authorName: 'aop_author_name',
  products: 'aop_products',
  structured: 'aop_structured_data',
} as const

function fieldsOfWhole({ title, content, excerpt, picture, ...to }: WholePost, from: WholePost) {
  const meta: Record<string, string> = {}
  // A field that the site does not register cannot be written. One that did not exist before is emptied.
  for (const field of ['focusKeyword', 'authorName', 'products', 'structured'] as const)
    if ((to[field] ?? from[field]) !== null) meta[META[field]] = to[field] ?? ''
  return { title, content, excerpt, featured_media: picture ?? 0, meta }
}

/** Restores an overwritten post, if it still contains what we wrote. */
export async function writeWhole(
  client: VendorClient,
  id: number,
  { from, to }: { from: WholePost; to: WholePost },
): Promise<void> {
  const now = await readWhole(client, id)
  if (now === null) throw refusal('conflict', `Post ${id} is no longer live`)
  if (isSameWhole(now, to)) return
  if (!isSameWholeButOffers(now, from)) throw refusal('conflict', `Post ${id} has changed`)
  await client.send({
    operation: 'put a post back',
    method: 'POST',
    path: `/posts/${id}`,
    query: { _fields: 'id' },
    json: fieldsOfWhole(to, from),
    answer: CreatedPost,
    // Writing the same values again changes nothing.
    isRepeatable: true,
  })
  const kept = await readWhole(client, id)
  if (kept !== null && isSameWhole(kept, to)) return
  throw refusal(
    'bad_response',
    `Post ${id} was not restored exactly`,
    'The site saved it differently. Check the post and its revisions on the site.',
  )
}
