import { setImmediate as nextTurn } from 'node:timers/promises'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import type { PlannedExchange, PostMarkup, ProductExchange } from './port.ts'
import { isSameMarkup, plannedExchange } from './product-exchange.ts'
import { LoosePosts, MarkedPost } from './wordpress-schemas.ts'
import { asRefusedPassword, SYSTEM } from './wordpress-site.ts'

/** As many are read at once: each is read whole. */
const AT_ONCE = 20
const FIELDS = 'id,status,content,meta'
const OPERATION = 'exchange product'

function refusal(kind: IntegrationErrorKind, message: string, advice?: string): IntegrationError {
  const said = advice === undefined ? {} : { advice }
  return new IntegrationError(message, { system: SYSTEM, operation: OPERATION, kind, ...said })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

const markupOf = ({ content, meta }: MarkedPost): PostMarkup => ({
  content: content.raw,
  products: textOf(meta.aop_products),
  structured: textOf(meta.aop_structured_data),
})

/** What an exchange would make of each of these posts. */
export async function planExchange(
  client: VendorClient,
  ids: readonly number[],
  exchange: ProductExchange,
): Promise<PlannedExchange[]> {
  const planned: PlannedExchange[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    const posts = await client
      .send({
        operation: 'read posts',
        method: 'GET',
        path: '/posts',
        query: {
          include: some.join(','),
          status: 'publish',
          context: 'edit',
          per_page: some.length,
          _fields: FIELDS,
        },
        answer: LoosePosts,
      })
      .catch(asRefusedPassword)
    for (const post of posts) {
      const read = MarkedPost.safeParse(post)
      if (read.success) planned.push(plannedExchange(post.id, markupOf(read.data), exchange))
      else planned.push({ id: post.id, fault: 'The site says something of it that is not understood.' })
      // A long post takes a while, and others are to be answered in between.
      await nextTurn()
    }
  }
  return planned
}

async function readLive(client: VendorClient, id: number): Promise<PostMarkup> {
  const post = await client.send({
    operation: 'read post',
    method: 'GET',
    path: `/posts/${id}`,
    query: { context: 'edit', _fields: FIELDS },
    answer: MarkedPost,
  })
  if (post.status !== 'publish') throw refusal('conflict', `Post ${id} is not before readers any more`)
  return markupOf(post)
}

const BESIDE = 'Somebody has saved the post on its site in the same moment: look at the post.'

/** Whether the answer alone may be lost: what was asked for may have been done. */
const isUnsure = (error: unknown) =>
  error instanceof IntegrationError && (error.kind === 'timeout' || error.kind === 'unavailable')

interface Kept {
  /** What the site says it has made of what was written; null where it does not say. */
  answered: PostMarkup | null
  /** What it holds a moment later. */
  kept: PostMarkup
}

/** Writes one markup in place of another, and reads the post again. */
async function exchangeMarkup(
  client: VendorClient,
  id: number,
  { from, to }: { from: PostMarkup; to: PostMarkup },
): Promise<Kept> {
  const meta = {
    ...(to.products === from.products ? {} : { aop_products: to.products }),
    ...(to.structured === from.structured ? {} : { aop_structured_data: to.structured }),
  }
  const sent = await client
    .send({
      operation: OPERATION,
      method: 'POST',
      path: `/posts/${id}`,
      query: { context: 'edit', _fields: FIELDS },
      json: { content: to.content, ...(Object.keys(meta).length === 0 ? {} : { meta }) },
      answer: LoosePosts.element,
      // The same values once more change nothing.
      isRepeatable: true,
    })
    .catch((error: unknown) => error)
  if (sent instanceof Error && !isUnsure(sent)) throw sent
  const kept = await readLive(client, id)
  if (sent instanceof Error) {
    if (!isSameMarkup(kept, to)) throw sent
    return { answered: null, kept }
  }
  const answered = MarkedPost.safeParse(sent)
  return { answered: answered.success ? markupOf(answered.data) : null, kept }
}

/**
 * Writes one markup in place of another, and sees whether the site has kept it; what it has kept in another way is put
 * back, as nobody has looked at that. By its answer the site's doing is told from that of an editor who saved in the
 * same moment: over that nothing is written.
 */
export async function writeMarkup(
  client: VendorClient,
  id: number,
  { from, to }: { from: PostMarkup; to: PostMarkup },
): Promise<void> {
  const now = await readLive(client, id)
  if (isSameMarkup(now, to)) return
  if (!isSameMarkup(now, from)) throw refusal('conflict', `Post ${id} has changed`)
  const { answered, kept } = await exchangeMarkup(client, id, { from, to })
  if (isSameMarkup(kept, to)) return
  if (answered === null || !isSameMarkup(kept, answered))
    throw refusal('bad_response', `Post ${id} was changed while it was written`, BESIDE)
  const back = await exchangeMarkup(client, id, { from: kept, to: from })
  const isBack = isSameMarkup(back.kept, from)
  throw refusal(
    'bad_response',
    `Post ${id} was not kept as it was written`,
    isBack
      ? 'The site does not keep it as it is written, so it was put back: change it there.'
      : 'The site has kept it in another way than it was written, and could not put it back: look at the post.',
  )
}
