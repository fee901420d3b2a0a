import { IntegrationError } from '../integration-error.ts'
import type { PostStanding } from './port.ts'
import { StandingList, StandingPost } from './wordpress-schemas.ts'
import { asRefusedPassword, type WordPressSite } from './wordpress-site.ts'

const MOST_PER_PAGE = 100
/** All statuses of a post; `any` would leave out the trash. */
const ALL = 'publish,future,draft,pending,private,trash'
const FIELDS = 'id,status,link'

export const isUnknownPost = (error: unknown) =>
  error instanceof IntegrationError && error.vendorCode === 'rest_post_invalid_id'

function standingOf({ id, status, link }: StandingPost): PostStanding {
  if (status === 'publish') return { id, state: 'live', url: link }
  return { id, state: status === 'trash' ? 'trashed' : 'draft', url: null }
}

/**
 * An account without access to other users' posts gets a list without them, so a post is gone only if the
 * site says so for that post.
 */
async function standingOfMissing({ client }: WordPressSite, id: number): Promise<PostStanding> {
  const post = await client
    .send({
      operation: 'look for a post',
      method: 'GET',
      path: `/posts/${id}`,
      query: { context: 'edit', _fields: FIELDS },
      answer: StandingPost,
    })
    .catch((error) => {
      if (isUnknownPost(error)) return null
      throw error
    })
  return post === null ? { id, state: 'gone', url: null } : standingOf(post)
}

/** States of these posts, a hundred per call. */
export async function listStandings(site: WordPressSite, ids: readonly number[]): Promise<PostStanding[]> {
  const standings: PostStanding[] = []
  for (let from = 0; from < ids.length; from += MOST_PER_PAGE) {
    const asked = ids.slice(from, from + MOST_PER_PAGE)
    const query = { include: asked.join(','), status: ALL, context: 'edit', per_page: MOST_PER_PAGE }
    const list = await site.client
      .send({
        operation: 'list posts',
        method: 'GET',
        path: '/posts',
        query: { ...query, _fields: FIELDS },
        answer: StandingList,
      })
      .catch(asRefusedPassword)
    const listed = new Set(list.map(({ id }) => id))
    standings.push(...list.map(standingOf))
    for (const id of asked) if (!listed.has(id)) standings.push(await standingOfMissing(site, id))
  }
  return standings
}
