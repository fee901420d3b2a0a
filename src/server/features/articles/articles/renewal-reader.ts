import { daysToUndo } from '#shared/features/keywords/keyword-changes/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import type { PublishingSites, WholePost } from '../../../integrations/publishing-site/port.ts'
import { plainText } from '../../../markup/plain-text.ts'
import { findRenewal, type RenewalRecord, renewalStateOf } from './renewal-store.ts'
import type { WholeArticle } from './whole-queries.ts'

export interface PostChange {
  label: string
  before: string
  after: string
}

const linesOf = (html: string) => plainText(html).split(/\n+/)

/** Lines of one text that the other lacks. */
function beyond(one: string, other: string): string {
  const known = new Set(linesOf(other))
  return linesOf(one)
    .filter((line) => !known.has(line))
    .join('\n')
}

/** Changes to a post since an earlier reading, as its readers would notice them. */
export function changesBetween(seen: WholePost, now: WholePost): PostChange[] {
  const texts: PostChange[] = [
    { label: 'Title', before: plainText(seen.title), after: plainText(now.title) },
    {
      label: 'Text',
      before: beyond(seen.content, now.content),
      after: beyond(now.content, seen.content),
    },
    { label: 'Excerpt', before: plainText(seen.excerpt), after: plainText(now.excerpt) },
  ]
  const changes = texts.filter(({ before, after }) => before !== after)
  if (seen.picture !== now.picture) changes.push({ label: 'Picture', before: '', after: 'Another picture' })
  // A link or a product may differ while the text is the same.
  const isOther = seen.content !== now.content || seen.products !== now.products
  if (isOther && !changes.some(({ label }) => label === 'Text'))
    changes.push({ label: 'Text', before: '', after: 'Links, products or layout' })
  return changes
}

/** The live post, or its text before it was overwritten. */
async function currentOf(publishing: PublishingSites, { site }: WholeArticle, renewal: RenewalRecord) {
  return renewal.before ?? (await publishing(site.code.toLowerCase()).readWhole(renewal.postId))
}

interface ReadDeps {
  db: Db
  clock: () => Date
  publishing: PublishingSites
}

/** The post whose text an article takes the place of. */
export async function readRenewal({ db, clock, publishing }: ReadDeps, whole: WholeArticle) {
  const renewal = await findRenewal(db, whole.article.id)
  if (!renewal) throw notFound('Renewal')
  const { seen, seenAt, writtenAt, postId } = renewal
  const state = renewalStateOf(renewal)
  const current = seen === null && state === 'open' ? null : await currentOf(publishing, whole, renewal)
  const days = state === 'written' && writtenAt !== null && renewal.after ? daysToUndo(writtenAt, clock()) : 0
  return {
    state,
    postId,
    seenAt,
    changes: seen === null ? [] : current && changesBetween(seen, current),
    daysLeft: days > 0 ? days : null,
  }
}
export type ReadRenewal = Awaited<ReturnType<typeof readRenewal>>
