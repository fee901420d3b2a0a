import { isKnownStatus } from '#shared/features/articles/articles/rules.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type {
  Candidates,
  Replacement,
  ReplacementPlace,
  ReplacementRow,
} from '#shared/features/articles/replacements/contract.ts'
import { isUnderWay } from '#shared/features/articles/replacements/rules.ts'
import { daysToUndo } from '#shared/features/keywords/keyword-changes/rules.ts'
import type { FoundCandidates } from './candidate-reader.ts'
import type { FoundResult, ListedReplacement } from './queries.ts'
import type { ReadReplacement } from './service.ts'
import { isRequest, type PlaceRecord } from './store.ts'

export const presentCandidates = ({ shelf, posts, candidates }: FoundCandidates): Candidates => ({
  shelf,
  posts,
  candidates: candidates.map((each) => ({
    asin: each.asin,
    name: each.name,
    image_url: safeAddress(each.imageUrl),
    price: each.price,
    rating: each.rating,
    expected: each.expected,
    days_in_stock: each.daysInStock,
    days_known: each.daysKnown,
    used_in: each.usedIn,
  })),
})

function undoOf(row: ListedReplacement, now: Date): ReplacementRow['undo'] {
  const none = { days_left: null }
  if (row.state === 'applying' || row.state === 'undoing') return { state: 'running', ...none }
  if (row.state === 'undone') return { state: 'undone', ...none }
  if (row.applied_at === null || !row.places.done) return { state: 'none', ...none }
  const left = daysToUndo(new Date(row.applied_at), now)
  return left === 0 ? { state: 'locked', ...none } : { state: 'open', days_left: left }
}

export function presentRow(row: ListedReplacement, now: Date): ReplacementRow {
  const undo = undoOf(row, now)
  const { results } = row
  return {
    replacement_id: row.replacement_id,
    state: row.state,
    from: { asin: row.old_asin, name: row.old_name, image_url: safeAddress(row.old_image) },
    to: { asin: row.new_asin, name: row.new_name, image_url: safeAddress(row.new_image) },
    user: row.user,
    made_at: row.applied_at === null ? null : new Date(row.applied_at).toISOString(),
    places: row.places,
    drafted: results.drafted,
    unpublished: results.unpublished,
    requests: { open: results.requested, closed: results.closed },
    is_back: undo.state === 'open' && row.old_stock === 'IN_STOCK',
    undo,
  }
}

const rowOf = (products: PlaceRecord['before'], asin: string) =>
  products?.find((product) => product.asin.toUpperCase() === asin) ?? null

/** Hides the content of other users' drafts. */
const asOthersSee = (place: PlaceRecord): PlaceRecord => ({
  ...place,
  title: 'A draft',
  ...{ articleId: null, url: null, award: '', before: null, after: null, doubt: null, resultId: null },
})

function wayOf(place: PlaceRecord): ReplacementPlace['way'] {
  if (place.isLive) return 'live'
  if (isRequest(place)) return 'request'
  return place.articleId === null ? null : place.status === 'published' ? 'update' : 'save'
}

/** What became of the draft, or of the request to edit a post, that a place led to. */
function resultOf(place: PlaceRecord, result: FoundResult | undefined) {
  const isDone = place.state === 'done' && !place.isLive
  const isDrafted = isDone && result?.isDrafted === true
  const isAsked = isRequest(place)
  // A draft that recommends the old product again changes nothing for readers, like one that was closed.
  const isLost = isDone && !isDrafted && (!isUnderWay(result?.status) || place.status === 'published')
  return {
    is_drafted: isDrafted && !isAsked,
    is_unpublished: isLost && !isAsked && result?.status !== 'published',
    is_requested: isDrafted && isAsked,
  }
}

function presentPlace(
  written: PlaceRecord,
  { isOwn, listed, codes, results, claims }: ReadReplacement,
): ReplacementPlace {
  const place = isOwn || written.status !== 'draft' ? written : asOthersSee(written)
  const { mode, before, after, resultId } = place
  return {
    place_id: place.id,
    state: place.state,
    reason: place.reason,
    article_id: place.articleId,
    status: place.status !== null && isKnownStatus(place.status) ? place.status : null,
    title: place.title,
    site: codes.get(place.siteId) ?? '',
    url: safeAddress(place.url),
    award: place.award,
    way: wayOf(written),
    mode,
    before: rowOf(before, listed.old_asin),
    after: rowOf(after, listed.new_asin),
    moves_from: mode === 'moveUp' ? (rowOf(before, listed.new_asin)?.award ?? '') : null,
    // A live post that was not written here is changed only if the user ticks it.
    is_fitting: place.doubt === null && !place.isLive,
    doubt: place.doubt,
    mentions: place.mentions,
    claims: claims.get(place.id) ?? [],
    ...resultOf(written, results.get(written.resultId ?? 0)),
    result_id: results.get(resultId ?? 0)?.isVisible ? resultId : null,
  }
}

export const presentReplacement = (read: ReadReplacement): Replacement => ({
  ...presentRow(read.listed, read.now),
  list: read.places.map((place) => presentPlace(place, read)),
})
