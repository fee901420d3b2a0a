import { isPermitted } from '#shared/access/permissions.ts'
import { CHANGES_LIVE, LIVE_MAXIMUM } from '#shared/features/articles/replacements/rules.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PlannedExchange, ProductExchange } from '../../../integrations/publishing-site/port.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { Caller } from '../../../security/actor.ts'
import type { ReplacementDeps } from './deps.ts'
import { type FoundPost, listPostsBeside, siteCodes } from './queries.ts'
import type { MarkupRecord } from './store.ts'

interface PostPlan {
  /** `request`: the editors of its site are asked to change it. */
  way: 'live' | 'request'
  /** Null if its text could not be read or understood; only a request can do without. */
  markup: Omit<MarkupRecord, 'placeId'> | null
  leftovers: string[]
  /** Why there is no text. */
  reason: string | null
}
/** The planned change of a post that was not written here, or why nothing can be done, for people. */
export type PostPlans = (contentPostId: number) => PostPlan | string

const UNREAD = 'We can’t read its text. Find the sentences on the site.'
const TOO_MANY = `Limit of ${LIVE_MAXIMUM} live posts reached. Replace it in these first.`
const MANY = `We read only ${LIVE_MAXIMUM} posts at once. Find the sentences on the site.`
const UNSEEN = 'The site no longer shows it.'
const NO_KEYWORD = 'Set a keyword for the post in the Content Tracker first.'
const RENEWED = 'Its update is published as another post. Edit this one on its site.'
const updating = (name: string) => `${name} is already updating it.`

type Planned = Map<number, PostPlan | string>

interface Wanted extends FoundPost {
  way: PostPlan['way']
}

const withoutText = (reason: string): PostPlan => ({ way: 'request', markup: null, leftovers: [], reason })

/** Why the editors of its site cannot be asked to change a post; null if nothing prevents it. */
function hindranceOf({ updatedBy, isRenewed, hasKeyword }: FoundPost): string | null {
  if (updatedBy !== null) return updating(updatedBy)
  if (isRenewed) return RENEWED
  return hasKeyword ? null : NO_KEYWORD
}

function planOf(post: Wanted, plan: PlannedExchange): PostPlan | string {
  const { contentPostId, postId, way } = post
  if ('fault' in plan)
    return plan.isFinal || hindranceOf(post) !== null ? plan.fault : withoutText(plan.fault)
  const { before, after, leftovers } = plan
  const markup = postId === null ? null : { contentPostId, postId, before, after }
  return { way, markup, leftovers, reason: null }
}

/** The planned changes of the posts of one site; if it cannot be asked, the reason. */
async function planSite(
  { publishing, hasBuiltInPosts }: ReplacementDeps,
  exchange: ProductExchange,
  { code, posts, planned }: { code: string; posts: readonly Wanted[]; planned: Planned },
): Promise<void> {
  const numbers = posts.flatMap(({ postId }) => postId ?? [])
  try {
    const plans = new Map(
      (await publishing(code).planExchange(numbers, exchange)).map((plan) => [plan.id, plan]),
    )
    for (const post of posts) {
      const plan = post.postId === null ? undefined : plans.get(post.postId)
      // Built-in posts are only our own, so others are missing there without being gone.
      const isUnread = post.postId === null || (post.way === 'request' && hasBuiltInPosts(code))
      planned.set(post.contentPostId, plan ? planOf(post, plan) : isUnread ? withoutText(UNREAD) : UNSEEN)
    }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    const words = sayRefusal(error)
    for (const { contentPostId, way } of posts)
      planned.set(contentPostId, way === 'live' ? words : withoutText(UNREAD))
  }
}

/** Reads the posts that were not written here, and plans their text with the new product; changes nothing. */
export async function planPosts(
  deps: ReplacementDeps,
  actor: Caller,
  exchange: ProductExchange,
): Promise<PostPlans> {
  const mayChange = isPermitted(actor.permissions, CHANGES_LIVE)
  const found = (await listPostsBeside(deps.db, exchange.old.asin, [])).filter(
    ({ articleId }) => articleId === null,
  )
  const planned: Planned = new Map()
  const wanted: Wanted[] = []
  for (const post of found) {
    const way = post.isChangeable && mayChange ? 'live' : 'request'
    const hindrance = way === 'live' ? null : hindranceOf(post)
    if (hindrance !== null) planned.set(post.contentPostId, hindrance)
    else wanted.push({ ...post, way })
  }
  // The posts that can be changed here are read first.
  wanted.sort((one, other) => Number(other.way === 'live') - Number(one.way === 'live'))
  for (const { contentPostId, way } of wanted.slice(LIVE_MAXIMUM))
    planned.set(contentPostId, way === 'live' ? TOO_MANY : withoutText(MANY))
  const codes = await siteCodes(deps.db)
  const sites = Map.groupBy(wanted.slice(0, LIVE_MAXIMUM), ({ siteId }) => siteId)
  await Promise.all(
    [...sites].map(([siteId, posts]) =>
      planSite(deps, exchange, { code: codes.get(siteId) ?? '', posts, planned }),
    ),
  )
  return (contentPostId) => planned.get(contentPostId) ?? UNSEEN
}
