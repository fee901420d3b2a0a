import { placesOf } from '#shared/features/articles/revisions/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import { listWritten } from './mirror-queries.ts'
import { writtenOf } from './post-text.ts'

/** Limits: the newest posts only, and a total time. */
const MOST_POSTS = 300
const AT_ONCE = 8
const TIME_MS = 30_000

interface ReaderDeps {
  db: Db
  publishing: PublishingSites
}

/** A post whose words were changed on its site since Copydesk wrote them. */
export interface EditedPost {
  articleId: number
  title: string
  siteId: number
  site: string
  /** Changed places by display name: `Title`. */
  places: string[]
}

type Written = Awaited<ReturnType<typeof listWritten>>[number]

/** What of a post says otherwise than we wrote; null where it could not be asked. */
async function changedPlaces({ publishing }: ReaderDeps, { code, postId, written }: Written) {
  if (written === null) return []
  try {
    const post = await publishing(code.toLowerCase()).getPost(postId)
    if (!post) return []
    const places = placesOf({ live: writtenOf(post), written, wanted: written })
    return places.filter(({ verdict }) => verdict === 'post').map(({ label }) => label)
  } catch {
    // Whether its site answers is another function's to say.
    return null
  }
}

/** Posts whose words were changed outside; how many were looked at, and how many could not be. */
export async function listEditedPosts(
  deps: ReaderDeps,
): Promise<{ edited: EditedPost[]; looked: number; unasked: number; all: number }> {
  const written = await listWritten(deps.db, MOST_POSTS)
  const begun = performance.now()
  const edited: EditedPost[] = []
  let [looked, unasked] = [0, 0]
  for (let at = 0; at < written.length && performance.now() - begun < TIME_MS; at += AT_ONCE) {
    const some = written.slice(at, at + AT_ONCE)
    const found = await Promise.all(some.map((each) => changedPlaces(deps, each)))
    for (const [index, { articleId, title, siteId, site }] of some.entries()) {
      const places = found[index]
      if (places == null) unasked += 1
      else looked += 1
      if (places != null && places.length > 0) edited.push({ articleId, title, siteId, site, places })
    }
  }
  return { edited, looked, unasked, all: written.length }
}
