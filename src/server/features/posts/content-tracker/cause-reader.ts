import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'
import type { EarningsCause } from '#shared/features/posts/content-tracker/contract.ts'
import {
  effectOfUpdate,
  MOST_CAUSES,
  turnsOf,
  YEAR_WEEKS,
} from '#shared/features/posts/content-tracker/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { notFound } from '../../../errors.ts'
import * as queries from './cause-queries.ts'
import type { ContentTrackerDeps } from './deps.ts'
import { listEarnings, type PostAddress } from './queries.ts'

const NOTHING = { subject: '', award: '', keyword_id: null, weekly: null, held: null, effect: null }
const OUT = 'OUT_OF_STOCK'

/** Products that sold out, and came back. What they were when somebody first looked is no change. */
function stockCauses(changes: readonly queries.PostStock[]): EarningsCause[] {
  return changes.flatMap(({ stock, before, day, name, asin, award, weekly }): EarningsCause[] => {
    if (before === null || (stock === OUT) === (before === OUT)) return []
    const isOut = stock === OUT
    const dollars = isOut && weekly !== null ? Math.round(weekly) / 100 : null
    return [{ ...NOTHING, day, kind: isOut ? 'out' : 'back', subject: name || asin, award, weekly: dollars }]
  })
}

/** When the first product of a post was out of stock. */
function outagesOf(changes: readonly queries.PostStock[], today: string) {
  const first = Math.min(...changes.map(({ position }) => position))
  const own = changes.filter(({ position }) => position === first)
  return own.flatMap(({ stock, day }, index) => {
    const to = own[index + 1]?.day ?? null
    return stock === OUT && (to ?? today) > day ? [{ from: day, to }] : []
  })
}

function turnCauses(held: queries.HeldDays | undefined): EarningsCause[] {
  if (!held) return []
  const { keyword: subject, keywordId: keyword_id } = held
  return turnsOf(held.days).map(({ day, kind, days, of }) => ({
    ...NOTHING,
    ...{ day, kind, subject, keyword_id },
    held: { days, of },
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
async function textCauses(
  { db, timeZone }: ContentTrackerDeps,
  { articleId, publishedOn, changedOn }: queries.EarningPost,
  from: string,
): Promise<EarningsCause[]> {
  if (articleId === null) {
    const changed = changedOn === publishedOn ? null : changedOn
    const told = [
      { day: publishedOn, kind: 'published' as const },
      { day: changed, kind: 'changed' as const },
    ]
    return told.flatMap(({ day, kind }) => (day === null ? [] : [{ ...NOTHING, day, kind }]))
  }
  const versions = await queries.listWrittenVersions(db, articleId, { from, timeZone })
  return versions.map(({ action, day, content, before }) =>
    action === 'published'
      ? { ...NOTHING, day, kind: 'published' }
      : { ...NOTHING, day, kind: 'updated', subject: differenceOf(before, content) },
  )
}

/** What may have moved the earnings of a post in a year, the newest first, and when its first product was sold out. */
export async function readCauses(deps: ContentTrackerDeps, address: PostAddress) {
  const { db, clock, timeZone } = deps
  const post = await queries.findEarningPost(db, address, timeZone)
  if (!post) throw notFound('Post')
  const today = dayAt(clock(), timeZone)
  const from = plusDays(today, -7 * YEAR_WEEKS)
  const [changes, held, written, [history = []]] = await Promise.all([
    queries.listStockChanges(db, post.id, { from, timeZone }),
    queries.findHeldDays(db, post.id),
    textCauses(deps, post, from),
    listEarnings(db, [address], plusDays(from, -7 * YEAR_WEEKS)),
  ])
  const causes = [
    ...stockCauses(changes),
    ...turnCauses(held),
    ...written.map((cause) => ({ ...cause, effect: effectOfUpdate(history, cause.day) })),
  ]
    .filter(({ day }) => day >= from)
    .toSorted((one, other) => other.day.localeCompare(one.day))
  return { causes: causes.slice(0, MOST_CAUSES), outages: outagesOf(changes, today) }
}
