import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { plainText } from '../../markup/plain-text.ts'
import { IntegrationError, type IntegrationErrorKind, isUnsure, wasNotAsked } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { plannedOffers } from './offer-refresh.ts'
import {
  isSameMarkup,
  type LiveChange,
  NotKept,
  type OffersOfNow,
  type PlannedExchange,
  type PlannedOffers,
  type PostMarkup,
  type ProductExchange,
} from './port.ts'
import { plannedExchange } from './product-exchange.ts'
import { CurrentUser, LoosePosts, MarkedPost, PlannedPost } from './wordpress-schemas.ts'
import { asRefusedPassword, SYSTEM } from './wordpress-site.ts'

/** Posts per request, each with its full content. */
const AT_ONCE = 20
const FIELDS = 'id,status,content,meta'
const PLAN_FIELDS = `${FIELDS},title,excerpt`
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

function planOf(id: number, post: PlannedPost, exchange: ProductExchange): PlannedExchange {
  const { content, title, excerpt } = post
  const texts = [title.raw, excerpt.raw].map(plainText)
  return plannedExchange(id, markupOf(post), exchange, { rendered: content.rendered || content.raw, texts })
}

/** Live posts in batches, each with its full content. */
async function* readTogether(
  client: VendorClient,
  ids: readonly number[],
): AsyncGenerator<z.infer<typeof LoosePosts>> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    yield await client
      .send({
        operation: 'read posts',
        method: 'GET',
        path: '/posts',
        query: {
          include: some.join(','),
          status: 'publish',
          context: 'edit',
          per_page: some.length,
          _fields: PLAN_FIELDS,
        },
        answer: LoosePosts,
      })
      .catch(asRefusedPassword)
  }
}

/** The planned change of each of these posts. */
export async function planExchange(
  client: VendorClient,
  ids: readonly number[],
  exchange: ProductExchange,
): Promise<PlannedExchange[]> {
  const planned: PlannedExchange[] = []
  for await (const posts of readTogether(client, ids))
    for (const post of posts) {
      const read = PlannedPost.safeParse(post)
      if (read.success) planned.push(planOf(post.id, read.data, exchange))
      else planned.push({ id: post.id, fault: 'The site’s answer about it is invalid.' })
      // A long post takes a while, so let other requests run in between.
      await nextTurn()
    }
  return planned
}

/** Markup that WordPress removes when a post is saved by an account without `unfiltered_html`. */
const FILTERED = /<(?:script|iframe|object|embed|form|input|style|svg)\b/i
const FILTERED_FAULT = 'The post contains HTML that this account may not save.'

/** Refreshing offers runs unattended, so a post that it would break is left out. */
async function withFaults(client: VendorClient, plans: PlannedOffers[]): Promise<PlannedOffers[]> {
  const isAtRisk = ({ before, after }: PlannedOffers) =>
    FILTERED.test(before.content) && !isSameMarkup(before, after)
  if (!plans.some(isAtRisk)) return plans
  const { capabilities } = await client.send({
    operation: 'check credentials',
    method: 'GET',
    path: '/users/me',
    query: { context: 'edit', _fields: 'name,capabilities' },
    answer: CurrentUser,
  })
  if (capabilities?.unfiltered_html) return plans
  return plans.map((plan) => (isAtRisk(plan) ? { ...plan, fault: FILTERED_FAULT } : plan))
}

/** The planned offers of each of these posts; a post whose answer cannot be parsed is left out. */
export async function planOffers(
  client: VendorClient,
  ids: readonly number[],
  offers: OffersOfNow,
): Promise<PlannedOffers[]> {
  const planned: PlannedOffers[] = []
  for await (const posts of readTogether(client, ids)) {
    const read = posts.flatMap((post) => {
      const { success, data } = PlannedPost.safeParse(post)
      return success ? [{ id: post.id, markup: markupOf(data) }] : []
    })
    planned.push(...(await withFaults(client, await plannedOffers(read, offers))))
    await nextTurn()
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
  if (post.status !== 'publish') throw refusal('conflict', `Post ${id} is no longer live`)
  return markupOf(post)
}

const BESIDE = 'Someone saved the post on its site at the same moment. Check the post.'
const UNKNOWN = 'The site didn’t confirm the change, and the post has different text now. Check the post.'
const PUT_BACK = 'The site didn’t save it as written, so we undid the change. Edit it there.'
const LEFT = 'The site saved it differently and couldn’t undo the change. Check the post.'

const notKept = (id: number, advice: string) =>
  new NotKept(`Post ${id} does not contain the text that we wrote`, {
    system: SYSTEM,
    operation: OPERATION,
    kind: 'bad_response',
    advice,
  })

/** Reads the post right after writing. */
const readBack = (client: VendorClient, id: number) =>
  readLive(client, id).catch((error) => {
    // The post is no longer live, so the outcome is unknown.
    const isGone = error instanceof IntegrationError && ['conflict', 'not_found'].includes(error.kind)
    throw isGone ? notKept(id, UNKNOWN) : error
  })

interface Kept {
  /** The markup in the site's response to the write; null if missing. */
  answered: PostMarkup | null
  /** The markup read a moment later. */
  kept: PostMarkup
}

/**
 * Replaces one markup by another and reads the post again. Throws if the post is unchanged. Sent only once,
 * because an editor may save between two tries.
 */
async function exchangeMarkup(
  client: VendorClient,
  id: number,
  { from, to, isRefresh, withdraw }: Pick<LiveChange, 'from' | 'to' | 'isRefresh' | 'withdraw'>,
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
      query: { context: 'edit', _fields: FIELDS, ...(isRefresh ? { aop_renewal: '1' } : {}) },
      json: { content: to.content, ...(Object.keys(meta).length === 0 ? {} : { meta }) },
      answer: LoosePosts.element,
    })
    .catch((error: unknown) => error)
  if (sent instanceof Error && (wasNotAsked(sent) || !isUnsure(sent))) {
    await withdraw()
    throw sent
  }
  const kept = await readBack(client, id)
  if (sent instanceof Error) {
    if (isSameMarkup(kept, from)) throw sent
    return { answered: null, kept }
  }
  const answered = MarkedPost.safeParse(sent)
  return { answered: answered.success ? markupOf(answered.data) : null, kept }
}

/**
 * Replaces one markup by another and checks the text that the site kept. If the site changed it, the old one
 * is restored, because no user has reviewed it. The response to the write distinguishes the site's changes
 * from those of an editor who saved at the same moment, which are never overwritten. If an earlier try has an
 * unknown outcome, it counts as written as long as the post has neither text.
 */
export async function writeMarkup(
  client: VendorClient,
  id: number,
  { from, to, isBegun, isRefresh, begin, withdraw }: LiveChange,
): Promise<'written' | 'there'> {
  const now = await readLive(client, id)
  if (isSameMarkup(now, to)) return 'there'
  if (!isSameMarkup(now, from))
    throw isBegun ? notKept(id, UNKNOWN) : refusal('conflict', `Post ${id} has changed`)
  await begin()
  const { answered, kept } = await exchangeMarkup(client, id, {
    ...{ from, to, withdraw },
    ...(isRefresh ? { isRefresh } : {}),
  })
  if (isSameMarkup(kept, to)) return 'written'
  if (answered === null) throw notKept(id, UNKNOWN)
  if (!isSameMarkup(kept, answered)) throw notKept(id, BESIDE)
  // Whatever the site answers, the post was written.
  const back = await exchangeMarkup(client, id, { from: kept, to: from, withdraw: async () => {} }).catch(
    () => null,
  )
  const isBack = back !== null && isSameMarkup(back.kept, from)
  throw notKept(id, isBack ? PUT_BACK : LEFT)
}
