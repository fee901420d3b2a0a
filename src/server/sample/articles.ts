import type { ArticleStatus } from '#shared/features/articles/rules.ts'
import { atWork, before, DAY, HOUR } from './moments.ts'
import type { PersonKey } from './people.ts'
import type { MotifName } from './pictures/motif.ts'
import { createRandom, type Random } from './random.ts'
import type { SiteCode } from './sites.ts'
import type { Story } from './stories/story.ts'
import { STORIES } from './stories.ts'

export interface SampleProduct {
  asin: string
  name: string
  award: string
  summary: string | null
}

export interface SampleReturn {
  by: PersonKey
  kind: 'return' | 'reject'
  reason: string
  createdAt: Date
  answeredAt: Date | null
  complement: string | null
}

export type SampleAction =
  | 'create'
  | 'submit'
  | 'return'
  | 'resubmit'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'publish'

export interface SampleEvent {
  action: SampleAction
  /** Nobody, where the publishing site did it. */
  by: PersonKey | null
  comment: string | null
  isSelf: boolean
  createdAt: Date
}

export interface SampleArticle {
  title: string
  status: ArticleStatus
  picture: MotifName
  intro: string | null
  notes: string | null
  site: SiteCode
  by: PersonKey
  validator: PersonKey | null
  keywords: readonly string[]
  products: readonly SampleProduct[]
  faqs: readonly string[]
  returns: readonly SampleReturn[]
  events: readonly SampleEvent[]
  createdAt: Date
  updatedAt: Date
  version: number
}

const ASIN_SIGNS = '0123456789BCDFGHJKLMNPQRSTVWXYZ'

/** Looks like a current ASIN; the same product always has the same one. */
function asinOf(name: string): string {
  const random = createRandom(`asin ${name}`)
  const signs = Array.from({ length: 7 }, () => random.pick([...ASIN_SIGNS]))
  return `B0${random.pick(['7', '8', '9', 'B', 'C', 'D'])}${signs.join('')}`
}

type Step = Omit<SampleEvent, 'createdAt' | 'isSelf'> & { answers?: string }

/** What happened to the article, in order, ending in its status. */
function stepsOf(story: Story): Step[] {
  const owner = story.by
  const validator = story.validator ?? null
  const step = (action: SampleAction, by: PersonKey | null, comment: string | null = null): Step => ({
    action,
    by,
    comment,
  })
  if (story.status === 'draft') return [step('create', owner)]
  const steps = [step('submit', owner)]
  for (const [reason, reply] of story.returns ?? []) {
    steps.push(step('return', validator, reason))
    if (reply !== undefined) steps.push(step('resubmit', owner, reply))
  }
  if (story.status === 'canceled') steps.push(step('cancel', owner))
  if (story.status === 'rejected') steps.push(step('reject', validator, story.rejection ?? null))
  if (story.status === 'approved' || story.status === 'published') {
    steps.push(step('approve', validator, story.praise ?? null))
  }
  if (story.status === 'published') steps.push(step('publish', null))
  return steps
}

/** Spreads the steps over working days after `start`, none of them later than an hour ago. */
function momentsOf(count: number, start: Date, now: Date, random: Random): Date[] {
  const gaps = Array.from({ length: count - 1 }, () => random.between(5, 44) * HOUR)
  const needed = gaps.reduce((sum, gap) => sum + gap, 0)
  const room = now.getTime() - start.getTime() - HOUR
  const scale = needed > room ? room / needed : 1
  let previous = start
  return [
    start,
    ...gaps.map((gap) => {
      const wanted = new Date(previous.getTime() + gap * scale)
      const worked = atWork(wanted)
      previous = worked.getTime() - previous.getTime() > HOUR / 4 ? worked : wanted
      return previous
    }),
  ]
}

function eventsOf(story: Story, start: Date, now: Date): SampleEvent[] {
  const steps = stepsOf(story)
  const moments = momentsOf(steps.length, start, now, createRandom(`events ${story.title}`))
  return steps.map(({ action, by, comment }, index) => ({
    action,
    by,
    comment,
    isSelf: by === story.by && (action === 'approve' || action === 'reject' || action === 'return'),
    createdAt: moments[index] ?? start,
  }))
}

function returnsOf(events: readonly SampleEvent[]): SampleReturn[] {
  return events.flatMap((event, index) => {
    if ((event.action !== 'return' && event.action !== 'reject') || event.by === null) return []
    const next = events[index + 1]
    const answer = next?.action === 'resubmit' ? next : undefined
    return {
      by: event.by,
      kind: event.action,
      reason: event.comment ?? '',
      createdAt: event.createdAt,
      answeredAt: answer?.createdAt ?? null,
      complement: answer?.comment ?? null,
    }
  })
}

/** Fresh articles keep their hour, older ones were requested in working time. */
function startOf(story: Story, now: Date): Date {
  const start = before(now, story.age * DAY)
  return story.age < 2 ? start : atWork(start)
}

function articleOf(story: Story, now: Date): SampleArticle {
  const createdAt = startOf(story, now)
  const events = eventsOf(story, createdAt, now)
  const last = events.at(-1)?.createdAt ?? createdAt
  const isSettled = !['draft', 'requested', 'returned', 'canceled'].includes(story.status)
  return {
    title: story.title,
    status: story.status,
    picture: story.picture,
    intro: story.intro ?? null,
    notes: story.notes ?? null,
    site: story.site,
    by: story.by,
    validator: isSettled ? (story.validator ?? null) : null,
    keywords: story.keywords,
    products: story.products.map(([name, award, summary]) => ({
      asin: name === '' ? '' : asinOf(name),
      name,
      award,
      summary: summary === undefined || summary === '' ? null : summary,
    })),
    faqs: story.faqs,
    returns: returnsOf(events),
    events,
    createdAt,
    updatedAt: last,
    version: events.length,
  }
}

/** Sixty articles, oldest first. */
export function sampleArticles(now: Date): SampleArticle[] {
  return STORIES.map((story) => articleOf(story, now)).sort(
    (left, right) => left.createdAt.getTime() - right.createdAt.getTime(),
  )
}
