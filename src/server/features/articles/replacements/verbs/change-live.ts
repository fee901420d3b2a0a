import { isPermitted } from '#shared/access/permissions.ts'
import { CHANGES_LIVE } from '#shared/features/articles/replacements/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { NotKept } from '../../../../integrations/publishing-site/port.ts'
import type { Actor, Caller } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { exchangeRecommended } from '../../../posts/area.ts'
import type { ReplacementDeps } from '../deps.ts'
import { findChangeableSite, isOfArticle } from '../queries.ts'
import * as store from '../store.ts'

const CHANGED = 'The post has changed on its site since.'
const NOT_ALLOWED = 'Its site no longer allows changes to live posts.'
const THERE = 'Another user has already replaced it.'
const IS_ARTICLES = 'The post now has a Copydesk article: change the article.'
const NOT_MINE = 'Only people who approve articles can change live posts.'

/** The site's code if this user may change its live posts; otherwise the reason why not. */
export async function findLiveSite(
  { db }: Pick<ReplacementDeps, 'db'>,
  actor: Pick<Caller, 'permissions'>,
  siteId: number,
): Promise<{ code: string; refused: null } | { refused: string }> {
  if (!isPermitted(actor.permissions, CHANGES_LIVE)) return { refused: NOT_MINE }
  const code = await findChangeableSite(db, siteId)
  return code === undefined ? { refused: NOT_ALLOWED } : { code, refused: null }
}

interface LivePlace {
  place: store.PlaceRecord
  to: 'done' | 'undone'
}

/** The text of the post before and after, in the given direction. */
function exchangeOf({ place, to }: LivePlace, markup: store.MarkupRecord) {
  const [before, after] = [place.before?.[0], place.after?.[0]]
  if (!before || !after) throw new AppError('notFound', 'It no longer exists.')
  return to === 'undone'
    ? { old: after, by: before, from: markup.after, to: markup.before }
    : { old: before, by: after, from: markup.before, to: markup.after }
}

/** Audits, once, that readers may have seen unintended text for a moment, and who caused it. */
async function tellNotKept(
  { db }: ReplacementDeps,
  actor: Actor,
  { place, postId, old, by }: { place: store.PlaceRecord; postId: number; old: string; by: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await store.lockPlace(tx, place.id)
    if (current?.writing === 'told') return
    await store.markWriting(tx, place.id, 'told')
    await audit(tx, actor, 'post.product-not-kept', {
      id: postId,
      label: place.title,
      before: { product: old },
      after: { product: by, replacementId: place.replacementId },
    })
  })
}

/**
 * Writes the new product into a live post, or the old one back. Compares the text with the one stored when
 * the set was frozen, so that no user's change is overwritten and a repeated call has no effect. The start is
 * recorded first: after a lost answer, the next run knows that the current text may be ours.
 */
export async function changeLive(
  deps: ReplacementDeps,
  actor: Caller,
  { place, to }: LivePlace,
): Promise<void> {
  const { db } = deps
  if (!isPermitted(actor.permissions, CHANGES_LIVE)) throw new AppError('forbidden', NOT_MINE)
  const site = await findLiveSite(deps, actor, place.siteId)
  if (site.refused !== null) throw new AppError('forbidden', site.refused)
  const markup = await store.findMarkup(db, place.id)
  if (!markup) throw new AppError('notFound', 'It no longer exists.')
  const { postId, contentPostId } = markup
  const { old, by, ...change } = exchangeOf({ place, to }, markup)
  if (await isOfArticle(db, contentPostId)) throw new AppError('conflict', IS_ARTICLES)
  const mark = (writing: store.PlaceRecord['writing']) => () =>
    transaction(db, (tx) => store.markWriting(tx, place.id, writing))
  const isBegun = place.writing !== null
  let isOurs = true
  try {
    const steps = { isBegun, begin: mark('begun'), withdraw: mark(null) }
    isOurs =
      (await deps.publishing(site.code).writeMarkup(postId, { ...change, ...steps })) === 'written' || isBegun
  } catch (error) {
    const isConflict = error instanceof IntegrationError && error.kind === 'conflict'
    if (isConflict) throw new AppError('conflict', CHANGED)
    if (error instanceof NotKept)
      await tellNotKept(deps, actor, { place, postId, old: old.asin, by: by.asin })
    throw error
  }
  // Text written by another user must not be taken back.
  if (!isOurs && to === 'done') throw new AppError('conflict', THERE)
  await transaction(db, async (tx) => {
    const current = await store.lockPlace(tx, place.id)
    if (current?.state !== place.state) return
    await exchangeRecommended(tx, contentPostId, { old: old.asin, by })
    await store.movePlace(tx, place.id, { from: place.state, state: to, reason: null, writing: null })
    if (!isOurs) return
    await audit(tx, actor, 'post.product-replaced', {
      id: postId,
      label: place.title,
      before: { product: old.asin },
      after: { product: by.asin, replacementId: place.replacementId },
    })
  })
}
