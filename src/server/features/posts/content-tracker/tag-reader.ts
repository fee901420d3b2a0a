import { setTimeout as sleep } from 'node:timers/promises'
import { tagNote, unreadTagsNote } from '#shared/features/posts/content-tracker/rules.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { ContentTrackerDeps } from './deps.ts'
import type { PostAddress } from './queries.ts'

/** Longest wait for a site when a user begins an update. */
const MOST_WAITING_MS = 3000

type TagDeps = Pick<ContentTrackerDeps, 'publishing' | 'log'>

/** The current post from its site; null if the site does not answer in time. */
async function readPost({ publishing, log }: TagDeps, { site, postId }: PostAddress, waitMs: number) {
  const patience = new AbortController()
  const reading = publishing(site.toLowerCase())
    .readPublished([Number(postId)])
    .catch((error: unknown) => {
      if (!(error instanceof IntegrationError)) throw error
      log.warn({ err: error, site }, 'update started without the affiliate tags of its post')
      return null
    })
  const tooLate = sleep(waitMs, null, { signal: patience.signal }).catch(() => null)
  try {
    return await Promise.race([reading, tooLate])
  } finally {
    patience.abort()
  }
}

/** Notes about affiliate tags of a post that will be rewritten with those of its site. */
export async function readTagNotes(
  deps: TagDeps,
  address: PostAddress,
  siteTag: string | null,
  waitMs = MOST_WAITING_MS,
): Promise<string[]> {
  if (siteTag === null || !/^\d{1,9}$/.test(address.postId)) return []
  const posts = await readPost(deps, address, waitMs)
  const [post] = posts ?? []
  // Readers do not see it: it has nothing to lose.
  if (posts !== null && post === undefined) return []
  if (post === undefined || 'fault' in post) return [unreadTagsNote(siteTag)]
  const others = new Set([...post.tags.values()].filter((tag) => tag !== siteTag))
  return others.size === 0 ? [] : [tagNote([...others], siteTag)]
}
