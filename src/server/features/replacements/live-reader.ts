import { isPermitted } from '#shared/access/permissions.ts'
import { CHANGES_LIVE, LIVE_MAXIMUM } from '#shared/features/replacements/rules.ts'
import { IntegrationError } from '../../integrations/integration-error.ts'
import type { ProductExchange } from '../../integrations/publishing-site/port.ts'
import { sayRefusal } from '../../integrations/refusal-words.ts'
import type { Caller } from '../../security/actor.ts'
import type { ReplacementParts } from './parts.ts'
import { type FoundPost, listPostsBeside, siteCodes } from './queries.ts'
import type { MarkupRecord } from './store.ts'

type LivePlan = Omit<MarkupRecord, 'placeId'> & { leftovers: string[] }
/** What would become of a post that was not written here, or why it is not changed from here, for people. */
export type LivePlans = (contentPostId: number) => LivePlan | string

const ELSEWHERE = 'Not a Copydesk article: edit it on the site.'
const NOT_MINE = 'Not a Copydesk article: only people who approve articles can change it here.'
const TOO_MANY = `Limit of ${LIVE_MAXIMUM} live posts reached. Replace it in these first.`
const UNSEEN = 'The site no longer shows it.'

type Planned = Map<number, LivePlan | string>

/** What the posts of one site would say; a site that cannot be asked says why. */
async function planSite(
  { publishing }: ReplacementParts,
  exchange: ProductExchange,
  { code, posts, planned }: { code: string; posts: readonly FoundPost[]; planned: Planned },
): Promise<void> {
  const numbers = posts.flatMap(({ postId }) => postId ?? [])
  try {
    const plans = new Map(
      (await publishing(code).planExchange(numbers, exchange)).map((plan) => [plan.id, plan]),
    )
    for (const { contentPostId, postId } of posts) {
      const plan = postId === null ? undefined : plans.get(postId)
      if (plan === undefined || postId === null) planned.set(contentPostId, UNSEEN)
      else if ('fault' in plan) planned.set(contentPostId, plan.fault)
      else {
        const { before, after, leftovers } = plan
        planned.set(contentPostId, { contentPostId, postId, before, after, leftovers })
      }
    }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    const words = sayRefusal(error)
    for (const { contentPostId } of posts) planned.set(contentPostId, words)
  }
}

/** Reads the live posts that may be changed, and what they would say with the new product; changes nothing. */
export async function planLive(
  parts: ReplacementParts,
  actor: Caller,
  exchange: ProductExchange,
): Promise<LivePlans> {
  const found = (await listPostsBeside(parts.db, exchange.old.asin, [])).filter(
    ({ articleId, isChangeable }) => articleId === null && isChangeable,
  )
  const planned: Planned = new Map()
  if (!isPermitted(actor.permissions, CHANGES_LIVE)) {
    for (const { contentPostId } of found) planned.set(contentPostId, NOT_MINE)
  } else {
    for (const { contentPostId } of found.slice(LIVE_MAXIMUM)) planned.set(contentPostId, TOO_MANY)
    const codes = await siteCodes(parts.db)
    const sites = Map.groupBy(found.slice(0, LIVE_MAXIMUM), ({ siteId }) => siteId)
    await Promise.all(
      [...sites].map(([siteId, posts]) =>
        planSite(parts, exchange, { code: codes.get(siteId) ?? '', posts, planned }),
      ),
    )
  }
  return (contentPostId) => planned.get(contentPostId) ?? ELSEWHERE
}
