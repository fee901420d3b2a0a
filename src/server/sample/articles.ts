import type { ArticleStatus } from '#shared/features/articles/articles/rules.ts'
import { createRandom, type Random } from '../random.ts'
import { inventedAsin } from './asin.ts'
import { before, DAY, HOUR, lastAtWork, MINUTE, nextAtWork } from './moments.ts'
import type { PersonKey } from './people.ts'
import type { MotifName } from './pictures/motif.ts'
import type { SampleSiteCode } from './site-codes.ts'
import { type SampleStory, STORIES } from './stories.ts'

interface SampleProduct {
  asin: string
  name: string
  award: string
  summary: string | null
}

interface SampleReturn {
  by: PersonKey
  kind: 'return' | 'reject'
  reason: string
  createdAt: Date
  answeredAt: Date | null
  complement: string | null
}

/** As the article's own verbs name what they did. */
type SampleAction = Exclude<ArticleStatus, 'draft'> | 'drafted' | 'resubmitted'

interface SampleEvent {
  action: SampleAction
  /** Null if the publishing site did it. */
  by: PersonKey | null
  comment: string | null
  isSelf: boolean
  createdAt: Date
}

export interface SampleArticle {
  /** Of its page, and of its post's. */
  page: string
  title: string
  status: ArticleStatus
  picture: MotifName
  intro: string | null
  notes: string | null
  site: SampleSiteCode
  by: PersonKey
  /** Who decided last. */
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

const isDecision = (action: SampleAction) =>
  action === 'approved' || action === 'returned' || action === 'rejected'

type Step = Omit<SampleEvent, 'createdAt' | 'isSelf'>

/** What happened to the article, in order, ending in its status. */
function stepsOf(story: SampleStory): Step[] {
  const owner = story.by
  const decide = (action: 'returned' | 'approved' | 'rejected', comment?: string): Step => {
    if (story.validator === undefined) throw new RangeError(`“${story.title}” does not say who validated it`)
    return step(action, story.validator, comment ?? null)
  }
  const step = (action: SampleAction, by: PersonKey | null, comment: string | null = null): Step => ({
    action,
    by,
    comment,
  })
  if (story.status === 'draft') return [step('drafted', owner)]
  const steps = [step('requested', owner)]
  for (const { reason, reply } of story.returns) {
    steps.push(decide('returned', reason))
    if (reply !== undefined) steps.push(step('resubmitted', owner, reply))
  }
  if (story.status === 'canceled') steps.push(step('canceled', owner))
  if (story.status === 'rejected') steps.push(decide('rejected', story.rejection))
  if (story.status === 'approved' || story.status === 'published') {
    steps.push(decide('approved', story.praise))
  }
  if (story.status === 'published') steps.push(step('published', null))
  return steps
}

/** Spreads the steps over working days after `start`, all of them in the past. */
function momentsOf(count: number, start: Date, now: Date, random: Random): Date[] {
  const moments = [start]
  let previous = start
  while (moments.length < count) {
    const wanted = nextAtWork(new Date(previous.getTime() + random.between(90, 1500) * MINUTE))
    const left = now.getTime() - previous.getTime()
    // A step that would lie ahead happens half way between the last one and now.
    previous = wanted.getTime() < now.getTime() - HOUR ? wanted : new Date(previous.getTime() + left / 2)
    moments.push(previous)
  }
  return moments
}

function eventsOf(story: SampleStory, start: Date, now: Date): SampleEvent[] {
  const steps = stepsOf(story)
  const moments = momentsOf(steps.length, start, now, createRandom(`events ${story.title}`))
  return steps.map(({ action, by, comment }, index) => ({
    action,
    by,
    comment,
    isSelf: by === story.by && isDecision(action),
    createdAt: moments[index] ?? start,
  }))
}

const KINDS = { returned: 'return', rejected: 'reject' } as const

function returnsOf(events: readonly SampleEvent[]): SampleReturn[] {
  return events.flatMap(({ action, by, comment, createdAt }, index) => {
    if ((action !== 'returned' && action !== 'rejected') || by === null) return []
    const next = events[index + 1]
    const answer = next?.action === 'resubmitted' ? next : undefined
    return {
      by,
      kind: KINDS[action],
      reason: comment ?? '',
      createdAt,
      answeredAt: answer?.createdAt ?? null,
      complement: answer?.comment ?? null,
    }
  })
}

/** Recent articles keep their hour; older ones were requested in working hours. */
function startOf(story: SampleStory, now: Date): Date {
  const minutes = createRandom(`start ${story.title}`).between(0, 45)
  const start = before(now, story.age * DAY + minutes * MINUTE)
  return story.age < 2 ? start : lastAtWork(start)
}

function articleOf(story: SampleStory, now: Date): SampleArticle {
  const createdAt = startOf(story, now)
  const events = eventsOf(story, createdAt, now)
  const last = events.at(-1)?.createdAt ?? createdAt
  return {
    page: story.name,
    title: story.title,
    status: story.status,
    picture: story.picture,
    intro: story.text ?? story.intro ?? null,
    notes: story.notes ?? null,
    site: story.site,
    by: story.by,
    validator: events.findLast(({ action }) => isDecision(action))?.by ?? null,
    keywords: story.keywords,
    products: story.products.map(({ product: name, award, summary }) => ({
      asin: name === '' ? '' : inventedAsin(name),
      name,
      award,
      summary,
    })),
    faqs: story.questions,
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
