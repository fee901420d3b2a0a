import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'
import type { PostMove } from '#shared/features/posts/content-tracker/contract.ts'
import {
  effectOfUpdate,
  MOST_MOVES,
  turnsOf,
  YEAR_WEEKS,
} from '#shared/features/posts/content-tracker/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { notFound } from '../../../errors.ts'
import { listEarnings, type PostAddress } from './content-queries.ts'
import type { ContentTrackerDeps } from './deps.ts'
import * as queries from './moves-queries.ts'

const NOTHING = { SUBJECT: '', AWARD: '', KEYWORD_ID: null, WEEKLY: null, HELD: null, EFFECT: null }
const OUT = 'OUT_OF_STOCK'

/** Products that sold out, and came back. What they were when somebody first looked is no change. */
function stockMoves(changes: readonly queries.PostStock[]): PostMove[] {
  return changes.flatMap(({ stock, before, day, name, asin, award, weekly }): PostMove[] => {
    if (before === null || (stock === OUT) === (before === OUT)) return []
    const isOut = stock === OUT
    const WEEKLY = isOut && weekly !== null ? Math.round(weekly) / 100 : null
    const SUBJECT = name || asin
    return [{ ...NOTHING, DAY: day, KIND: isOut ? 'out' : 'back', SUBJECT, AWARD: award, WEEKLY }]
  })
}

/** When the first product of a post was out of stock. */
function outagesOf(changes: readonly queries.PostStock[], today: string) {
  const first = Math.min(...changes.map(({ position }) => position))
  const own = changes.filter(({ position }) => position === first)
  return own.flatMap(({ stock, day }, index) => {
    const TO = own[index + 1]?.day ?? null
    return stock === OUT && (TO ?? today) > day ? [{ FROM: day, TO }] : []
  })
}

function turnMoves(held: queries.HeldDays | undefined): PostMove[] {
  if (!held) return []
  const { keyword: SUBJECT, keywordId: KEYWORD_ID } = held
  return turnsOf(held.days).map(({ day: DAY, kind: KIND, days, of }) => ({
    ...NOTHING,
    ...{ DAY, KIND, SUBJECT, KEYWORD_ID },
    HELD: { days, of },
  }))
}

/** What an update has changed, in few words. */
function differenceOf(before: ArticleContent | null, after: ArticleContent | null): string {
  if (before === null || after === null) return ''
  const had = new Set(before.products.map(({ asin }) => asin))
  const has = new Set(after.products.map(({ asin }) => asin))
  const added = [...has].filter((asin) => !had.has(asin)).length
  const removed = [...had].filter((asin) => !has.has(asin)).length
  return [
    added > 0 ? countedIn(added, 'new product') : '',
    removed > 0 ? `${countedIn(removed, 'product')} less` : '',
    before.title === after.title ? '' : 'new title',
    before.intro === after.intro ? '' : 'new intro',
    JSON.stringify(before.faqs) === JSON.stringify(after.faqs) ? '' : 'other questions',
  ]
    .filter((words) => words !== '')
    .join(', ')
}

/** Publications: each text of our own article, or the dates reported by the site for another post. */
async function writtenMoves(
  { db, timeZone }: ContentTrackerDeps,
  { articleId, publishedOn, changedOn }: queries.MovedPost,
  from: string,
): Promise<PostMove[]> {
  if (articleId === null) {
    const changed = changedOn === publishedOn ? null : changedOn
    const told = [
      { DAY: publishedOn, KIND: 'published' as const },
      { DAY: changed, KIND: 'changed' as const },
    ]
    return told.flatMap(({ DAY, KIND }) => (DAY === null ? [] : [{ ...NOTHING, DAY, KIND }]))
  }
  const versions = await queries.listWrittenVersions(db, articleId, { from, timeZone })
  return versions.map(({ action, day: DAY, content, before }) =>
    action === 'published'
      ? { ...NOTHING, DAY, KIND: 'published' }
      : { ...NOTHING, DAY, KIND: 'updated', SUBJECT: differenceOf(before, content) },
  )
}

/** What may have moved the earnings of a post in a year, the newest first, and when its first product was sold out. */
export async function readMoves(deps: ContentTrackerDeps, address: PostAddress) {
  const { db, clock, timeZone } = deps
  const post = await queries.findMovedPost(db, address, timeZone)
  if (!post) throw notFound('Post')
  const today = dayAt(clock(), timeZone)
  const from = plusDays(today, -7 * YEAR_WEEKS)
  const [changes, held, written, [history = []]] = await Promise.all([
    queries.listStockChanges(db, post.id, { from, timeZone }),
    queries.findHeldDays(db, post.id),
    writtenMoves(deps, post, from),
    listEarnings(db, [address], plusDays(from, -7 * YEAR_WEEKS)),
  ])
  const moves = [
    ...stockMoves(changes),
    ...turnMoves(held),
    ...written.map((move) => ({ ...move, EFFECT: effectOfUpdate(history, move.DAY) })),
  ]
    .filter(({ DAY }) => DAY >= from)
    .toSorted((one, other) => other.DAY.localeCompare(one.DAY))
  return { moves: moves.slice(0, MOST_MOVES), outages: outagesOf(changes, today) }
}
