import type { Once } from '../../../../calls/once.ts'
import { AppError } from '../../../../errors.ts'
import type { Caller } from '../../../../security/actor.ts'
import type { ReplacementDeps } from '../deps.ts'
import { editsOf } from '../edits-reader.ts'
import { editNotes } from '../edits-text.ts'
import { findRequestedPost } from '../queries.ts'
import type { PlaceRecord } from '../store.ts'

const GONE = 'The post is no longer on its site.'
const IS_ARTICLES = 'The post now has a Copydesk article: change the article.'
const IS_RENEWED = 'Its update has been published as another post. Edit this one on its site.'

/** Begins the update request of a post that is edited on its site; its notes say what to put where. */
export async function requestEdits(
  deps: ReplacementDeps,
  actor: Caller,
  { place, once }: { place: PlaceRecord; once: Once },
): Promise<void> {
  const { contentPostId, before, after } = place
  const [old, by] = [before?.[0], after?.[0]]
  const post = contentPostId === null ? undefined : await findRequestedPost(deps.db, contentPostId)
  if (post === undefined || old === undefined || by === undefined) throw new AppError('notFound', GONE)
  if (post.isOfArticle) throw new AppError('conflict', IS_ARTICLES)
  if (post.isRenewed) throw new AppError('conflict', IS_RENEWED)
  const notes = editNotes(await editsOf(deps, place, post))
  const more = { products: [], checklist: [], notes, exchange: { old: old.asin, by } }
  await deps.trackedPosts.requestUpdate(actor, { site: post.site, postId: post.postId, more }, once)
}
