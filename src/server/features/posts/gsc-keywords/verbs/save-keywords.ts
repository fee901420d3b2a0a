import { tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { gscKeywordsEndpoints } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword, type PostAction } from '#shared/features/posts/gsc-keywords/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import { type Actor, type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { PostOfSite } from '../../content-tracker/service.ts'
import type { GscKeywordsDeps } from '../deps.ts'
import { isUndoable } from '../queries.ts'
import * as store from '../store.ts'

/** Posts written concurrently. */
const AT_ONCE = 4
/** After this time without an answer from the site, the answer counts as lost. */
const LOST_AFTER_MS = 60_000

export interface PostKeywordChange extends PostOfSite {
  before: string | null
  after: string | null
}

export interface SaveResult extends PostOfSite {
  /** Display text of why the post keeps its keyword; null on success. */
  error: string | null
}

const TOO_LATE = 'The site took too long, and another user has changed the keyword in the meantime.'

interface Begun {
  id: number
  contentPostId: number
  title: string
  before: string | null
}

/** Records the start of an action on a post that still has the keyword the caller saw. Throws if not. */
async function begin(
  tx: Db,
  { clock, postKeywords }: GscKeywordsDeps,
  change: PostKeywordChange,
  { action, userId }: { action: PostAction; userId: number },
): Promise<Begun> {
  const post = await postKeywords.lockPost(tx, change)
  if (!post) throw new AppError('conflict', 'This post no longer exists.')
  if (!isSameKeyword(post.keyword, change.before))
    throw new AppError(
      'conflict',
      post.keyword === null
        ? 'Another user has removed its keyword.'
        : `Another user has changed its keyword to “${post.keyword}”.`,
    )
  const now = clock()
  await store.endLost(tx, change, new Date(now.getTime() - LOST_AFTER_MS))
  const id = await store.beginAction(tx, {
    siteId: change.siteId,
    postId: change.postId,
    title: post.title,
    action,
    keywordBefore: post.keyword,
    keywordAfter: change.after,
    userId,
    createdAt: now,
  })
  if (id === undefined) throw new AppError('conflict', 'Another user is changing its keyword right now.')
  return { id, contentPostId: post.id, title: post.title, before: post.keyword }
}

/** Stores the keyword that the site has accepted, in the same transaction as the log entry. */
async function finish(deps: GscKeywordsDeps, actor: Actor, begun: Begun, change: PostKeywordChange) {
  const { db, clock, postKeywords } = deps
  await transaction(db, async (tx) => {
    // A later action has declared this one lost and takes precedence.
    if (!(await store.endAction(tx, begun.id, { state: 'done', error: null })))
      throw new AppError('conflict', TOO_LATE)
    await postKeywords.setPostKeyword(tx, begun.contentPostId, { keyword: change.after, now: clock() })
    await audit(tx, actor, 'post.keyword-changed', {
      id: change.postId,
      label: begun.title,
      before: { keyword: begun.before },
      after: { keyword: change.after },
    })
  })
}

async function writeToSite(
  { db, publishing }: GscKeywordsDeps,
  siteCode: string,
  { change, begun, undone }: { change: PostKeywordChange; begun: Begun; undone: store.ActionRow | undefined },
) {
  const number = Number(change.postId)
  if (!Number.isSafeInteger(number) || number < 1)
    throw new AppError('conflict', 'The site doesn’t know its post ID.')
  const before = undone?.fieldsBefore
  await publishing(siteCode.toLowerCase()).writeKeyword(number, change.after ?? '', {
    async keep(fields) {
      if (!(await transaction(db, (tx) => store.storeFieldsBefore(tx, begun.id, fields))))
        throw new AppError('conflict', TOO_LATE)
    },
    undo: before ? { before, written: undone.keywordAfter ?? '' } : undefined,
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError || error instanceof IntegrationError) return sayFailure(error)
  throw error
}

/** Changes one post's keyword: first the log, then the site, then our own copy. */
async function changeOne(
  deps: GscKeywordsDeps,
  actor: Caller,
  action: PostAction,
  change: PostKeywordChange,
  undone?: store.ActionRow,
): Promise<SaveResult> {
  const { siteId, postId } = change
  let begun: Begun | undefined
  try {
    const site = await deps.sites.findSite(deps.db, siteId)
    if (!site) throw new AppError('conflict', 'There is no such site.')
    begun = await transaction(deps.db, (tx) => begin(tx, deps, change, { action, userId: actor.id }))
    await writeToSite(deps, site.code, { change, begun, undone })
    await finish(deps, actor, begun, change)
    return { siteId, postId, error: null }
  } catch (error) {
    const reason = reasonOf(error)
    if (begun) {
      const { id } = begun
      await transaction(deps.db, async (tx) => {
        await store.endAction(tx, id, { state: 'failed', error: reason })
      })
    } else await noteRefusal(deps, { change, action, userId: actor.id, reason })
    return { siteId, postId, error: reason }
  }
}

/**
 * Logs an action that did not start, whether or not the post exists. Nothing is logged for an unknown site.
 */
async function noteRefusal(
  { db, clock, sites, postKeywords }: GscKeywordsDeps,
  refused: { change: PostKeywordChange; action: PostAction; userId: number; reason: string },
): Promise<void> {
  const { change, action, userId, reason } = refused
  const { siteId, postId } = change
  await transaction(db, async (tx) => {
    if (!(await sites.findSite(tx, siteId))) return
    const post = await postKeywords.lockPost(tx, change)
    await store.insertActions(tx, [
      {
        siteId,
        postId,
        title: post?.title ?? '',
        action,
        keywordBefore: post ? post.keyword : change.before,
        keywordAfter: change.after,
        state: 'failed',
        error: reason,
        userId,
        createdAt: clock(),
      },
    ])
  })
}

/** Changes the keywords of posts in the order of `changes`. Each succeeds or fails independently. */
export async function saveKeywords(
  deps: GscKeywordsDeps,
  actor: Caller,
  changes: readonly PostKeywordChange[],
): Promise<SaveResult[]> {
  requires(actor, gscKeywordsEndpoints.save.access)
  const tidy = changes.map((change) => ({ ...change, after: tidyKeyword(change.after ?? '') || null }))
  const results: SaveResult[] = []
  const waiting = [...tidy.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, change] = next
      results[place] = await changeOne(deps, actor, 'update', change)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

/** Restores the keyword of a post, and the fields on its site, if the post still has the action's keyword. */
export async function undoKeyword(
  deps: GscKeywordsDeps,
  actor: Caller,
  actionId: number,
): Promise<SaveResult> {
  requires(actor, gscKeywordsEndpoints.undo.access)
  const action = await store.findAction(deps.db, actionId)
  if (!action) throw notFound('Action')
  if (!(await isUndoable(deps.db, actionId)))
    throw new AppError('conflict', 'You can’t undo this: the post’s keyword has changed since.')
  const { siteId, postId, keywordBefore: after, keywordAfter: before } = action
  return changeOne(deps, actor, 'undo', { siteId, postId, before, after }, action)
}
