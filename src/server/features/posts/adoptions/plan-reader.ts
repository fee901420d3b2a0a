import { counted } from '#shared/format/count.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { PUBLISHED_PER_PAGE, type PublishingSite } from '../../../integrations/publishing-site/port.ts'
import type { FollowedPost } from '../content-tracker/service.ts'

/** Which posts a run is to read, and whether these are the last. */
export interface ReadingPlan {
  ids: number[]
  isLast: boolean
}

/** A page of the posts that readers see. */
export async function planPage(site: PublishingSite, page: number): Promise<ReadingPlan> {
  const { ids } = await site.listPublished({ page })
  return { ids, isLast: ids.length < PUBLISHED_PER_PAGE }
}

/** A cache that ignores the page number would cause an endless loop. */
export const samePageAgain = () =>
  new IntegrationError('The site returns the same posts on every page', {
    system: 'WordPress',
    operation: 'list published posts',
    kind: 'bad_response',
    advice:
      'The site returns the same posts on every page. A cache seems to ignore the page number; exclude /wp-json from it.',
  })

async function listAll(site: PublishingSite, modifiedAfter?: Date): Promise<number[]> {
  const all = new Set<number>()
  for (let page = 1; ; page++) {
    const { ids } = await site.listPublished({ page, ...(modifiedAfter ? { modifiedAfter } : {}) })
    const before = all.size
    for (const id of ids) all.add(id)
    if (ids.length < PUBLISHED_PER_PAGE) return [...all]
    if (all.size === before) throw samePageAgain()
  }
}

/** If more posts than this, and half of all, disappear within an hour, another site must be answering. */
const MOST_MISSING = 20

function refuseOtherSite(missing: number, live: number): void {
  if (missing <= MOST_MISSING || missing <= live / 2) return
  throw new IntegrationError(`${missing} of ${live} posts are missing`, {
    system: 'WordPress',
    operation: 'list published posts',
    kind: 'bad_response',
    advice: `The site no longer shows ${counted(missing)} of its ${counted(live)} followed posts. Check its address in WP_SITES. If it’s right, read all posts again.`,
  })
}

/** News of a site: changed posts, unknown posts, and posts that are no longer shown. */
export async function planNews(
  site: PublishingSite,
  since: Date | null,
  { followed, refused }: { followed: readonly FollowedPost[]; refused: ReadonlySet<number> },
): Promise<ReadingPlan> {
  const shown = await listAll(site)
  const changed = since === null ? shown : await listAll(site, since)
  const live = new Set(followed.filter(({ isGone }) => !isGone).map(({ postId }) => postId))
  const isShown = new Set(shown)
  const unknown = shown.filter((id) => !live.has(id) && !refused.has(id))
  const missing = followed.filter(
    ({ postId, isGone, isAdopted }) => !isGone && isAdopted && !isShown.has(postId),
  )
  refuseOtherSite(missing.length, live.size)
  const ids = new Set([...changed, ...unknown, ...missing.map(({ postId }) => postId)])
  return { ids: [...ids], isLast: true }
}
