import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { RequestedEdits } from '#shared/features/articles/replacements/contract.ts'
import { isOnOther } from '#shared/features/articles/replacements/rules.ts'
import { PRICE } from '../../../integrations/publishing-site/port.ts'
import { plainText } from '../../../markup/plain-text.ts'
import type { Caller } from '../../../security/actor.ts'
import type { ReplacementDeps } from './deps.ts'
import { type Other, otherSentences } from './difference-text.ts'
import { findRequestedPost, listResults, type RequestedPost } from './queries.ts'
import { findMarkup, findRequested, type PlaceRecord } from './store.ts'

type EditsDeps = Pick<ReplacementDeps, 'db' | 'marketplace' | 'publishing' | 'hasBuiltInPosts'>

/** Tag of a link to the product, in markup. */
const TAG = /[?&](?:amp;|#0?38;)?tag=([\w-]{1,100})/

/** The tag of the links to the old product in the text. */
const tagIn = (content: string, asin: string) =>
  content
    .split(/(?=<a\b)/i)
    .filter((part) => part.toUpperCase().includes(asin))
    .map((part) => TAG.exec(part)?.[1])
    .find((tag) => tag !== undefined)

function linkTo(marketplace: string, asin: string, tag: string | null): string {
  const link = new URL(`/dp/${encodeURIComponent(asin)}`, `https://${marketplace}`)
  if (tag !== null) link.searchParams.set('tag', tag)
  return link.href
}

/** Where the site's editors edit the post; built-in posts that were not written here have no editor. */
function addressOf(
  { publishing, hasBuiltInPosts }: EditsDeps,
  { site, postId, url }: RequestedPost,
): string | null {
  const id = Number(postId)
  if (hasBuiltInPosts(site) || !Number.isSafeInteger(id) || id < 1) return safeAddress(url)
  return publishing(site).editUrl(id)
}

/** The changed sentences, with the user's words in place of those that were planned, in order of the text. */
function withWords(content: string, planned: readonly Other[], answers: PlaceRecord['answers']): Other[] {
  const rest = new Map(answers.map(({ sentence, words }) => [sentence, words]))
  const changed = planned.map(({ before, after }) => {
    const words = rest.get(after)
    rest.delete(after)
    return { before, after: words ?? after }
  })
  const text = plainText(content)
  return [...changed, ...[...rest].map(([before, after]) => ({ before, after }))].sort(
    (one, other) => text.indexOf(one.before) - text.indexOf(other.before),
  )
}

const pricesIn = (text: string) => [...text.matchAll(new RegExp(PRICE, 'gi'))].map(([price]) => price)
/** Whether a changed sentence names a new price, which may have changed by the time the editor types it. */
const namesNewPrice = ({ before, after }: Other) => {
  const known = pricesIn(before)
  return pricesIn(after).some((price) => !known.includes(price))
}

/** What the editors of a post are asked to change. */
export async function editsOf(
  deps: EditsDeps,
  place: PlaceRecord,
  post: RequestedPost,
): Promise<RequestedEdits> {
  const [from, to] = [place.before?.[0], place.after?.[0]].map((row) => ({
    asin: row?.asin ?? '',
    name: row?.name ?? '',
  })) as [RequestedEdits['from'], RequestedEdits['to']]
  const markup = await findMarkup(deps.db, place.id)
  const { before = '', after = '' } = { before: markup?.before.content, after: markup?.after.content }
  const answered = new Set(place.answers.map(({ sentence }) => sentence))
  const changed = otherSentences(before, after)
  const priced = changed.filter((each) => namesNewPrice(each) && !answered.has(each.after))
  const planned = changed.filter((each) => !priced.includes(each))
  const left = new Set([...answered, ...priced.map((each) => each.after)])
  return {
    from,
    to,
    link: linkTo(deps.marketplace, to.asin, post.affiliateTag ?? tagIn(before, from.asin) ?? null),
    post_url: addressOf(deps, post),
    sentences: withWords(before, planned, place.answers),
    open: [
      ...priced.map((each) => each.before),
      ...place.mentions.filter((words) => !left.has(words) && !isOnOther(words)),
    ],
    stays: place.mentions.filter(isOnOther),
    is_read: markup !== undefined,
  }
}

/** The edits that an article requests of a post; null if it requests none, or the caller may not see it. */
export async function readRequested(
  deps: EditsDeps,
  actor: Caller,
  articleId: number,
): Promise<RequestedEdits | null> {
  const [article] = await listResults(deps.db, [articleId], { userId: actor.id })
  const place = article?.isVisible ? await findRequested(deps.db, articleId) : undefined
  const post = place?.contentPostId ? await findRequestedPost(deps.db, place.contentPostId) : undefined
  return place && post ? editsOf(deps, place, post) : null
}
