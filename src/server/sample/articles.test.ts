import { expect, test } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { FormBody, faultsOf } from '#shared/features/articles/articles/form.ts'
import {
  ARTICLE_STATUSES,
  type ArticleStatus,
  AWARD_MAXIMUM,
  mayDo,
  REASON_MAXIMUM,
  SUMMARY_MAXIMUM,
  TRANSITIONS,
} from '#shared/features/articles/articles/rules.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { type SampleArticle, sampleArticles } from './articles.ts'
import { sampleKeywords } from './keywords.ts'
import { before, DAY, isWorkingTime } from './moments.ts'
import { type PersonKey, personOf, SAMPLE_PEOPLE } from './people.ts'

const now = new Date('2026-11-20T15:00:00Z')
const articles = sampleArticles(now)
const withStatus = (status: ArticleStatus) => articles.filter((article) => article.status === status)
const idOf = (key: PersonKey) => SAMPLE_PEOPLE.findIndex((person) => person.key === key) + 1
const asPerson = (key: PersonKey) => ({ id: idOf(key), permissions: grantsOf(personOf(key).roleId) })

test('the sample has sixty articles or more, in every status, the same ones every time', () => {
  expect(articles.length).toBeGreaterThanOrEqual(60)
  expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
  for (const status of ARTICLE_STATUSES) expect(withStatus(status).length, status).toBeGreaterThanOrEqual(4)
  expect(withStatus('requested').length).toBeGreaterThanOrEqual(14)
  expect(sampleArticles(now)).toEqual(articles)
})

test('every sample article could have been saved in the article dialog', () => {
  for (const article of articles) {
    const form = FormBody.parse({
      siteId: 1,
      keywords: article.keywords.map((keyword) => ({ keyword })),
      title: article.title,
      imageUrl: null,
      intro: article.intro,
      notes: article.notes,
      products: article.products,
      faqs: article.faqs.map((question) => ({ question })),
      draft: article.status === 'draft',
    })
    expect(faultsOf(form, form.draft), article.title).toEqual([])
  }
})

test('submitted sample articles are whole: an intro, a product and one to four questions', () => {
  for (const article of articles.filter(({ status }) => status !== 'draft')) {
    expect(article.intro?.length, article.title).toBeGreaterThan(100)
    expect(article.products.length, article.title).toBeGreaterThanOrEqual(1)
    expect(article.products.length, article.title).toBeLessThanOrEqual(5)
    expect(article.faqs.length, article.title).toBeGreaterThanOrEqual(1)
    expect(article.faqs.length, article.title).toBeLessThanOrEqual(4)
  }
})

test('QA’s quotes in the return of a sample article are in the article, unless they are proposals', () => {
  const quotes = withStatus('returned').flatMap((article) => {
    const { title, intro, products, faqs, returns } = article
    const text = [title, intro, ...products.flatMap(Object.values), ...faqs].join('\n').toLowerCase()
    const reason = returns.at(-1)?.reason ?? ''
    return [...reason.matchAll(/(?<!\b(?:as|for) )“([^”]+)”/g)].map(([, quote = '']) => ({
      article: title,
      quote,
      isThere: text.includes(quote.toLowerCase()),
    }))
  })
  expect(quotes.length).toBeGreaterThanOrEqual(2)
  expect(quotes.flatMap(({ isThere, ...quote }) => (isThere ? [] : [quote]))).toEqual([])
})

test('sample products keep the limits of ASIN, award and summary', () => {
  const products = articles.flatMap((article) => article.products).filter(({ name }) => name !== '')
  for (const { asin, award, summary, name } of products) {
    expect(asin, name).toMatch(/^B0[A-Z0-9]{8}$/)
    expect(award.length, name).toBeLessThanOrEqual(AWARD_MAXIMUM)
    expect(summary?.length ?? 0, name).toBeLessThanOrEqual(SUMMARY_MAXIMUM)
  }
  const repeated = products.filter(({ asin }, at) => products.findIndex((each) => each.asin === asin) < at)
  expect(
    repeated.map(({ name }) => name),
    'products that another article recommends',
  ).toEqual([])
})

test('every keyword of a sample article is in the keyword list, on that site, and older than the article', () => {
  const known = new Map(sampleKeywords(now).map((keyword) => [keyword.identity, keyword]))
  for (const article of articles) {
    for (const word of article.keywords) {
      const keyword = known.get(keywordIdentity(word))
      expect(keyword, word).toBeDefined()
      expect(keyword?.sites, word).toContain(article.site)
      expect(keyword && keyword.createdAt < article.createdAt, word).toBe(true)
    }
  }
})

const VERBS = {
  requested: 'submit',
  returned: 'return',
  resubmitted: 'resubmit',
  approved: 'approve',
  rejected: 'reject',
  canceled: 'cancel',
} as const

/** Replays the history through the rules of the product and answers the status it ends in. */
function replay({ events, by: owner, title }: SampleArticle): string {
  let status: string = 'draft'
  for (const { action, by, comment, isSelf } of events) {
    if (action === 'drafted') continue
    if (action === 'published') {
      expect([status, by]).toEqual(['approved', null])
      status = 'published'
      continue
    }
    const verb = VERBS[action]
    if (by === null) throw new Error(`${action} of ${title} was done by nobody`)
    expect(mayDo(asPerson(by), verb, { status, userId: idOf(owner) }), `${verb} ${title}`).toBe(true)
    if (TRANSITIONS[verb].needsReason) expect(comment, title).toBeTruthy()
    expect(isSelf, title).toBe(TRANSITIONS[verb].by === 'validator' && by === owner)
    status = TRANSITIONS[verb].to
  }
  return status
}

test('the history of every sample article obeys the rules and ends in its status', () => {
  for (const article of articles) expect(replay(article), article.title).toBe(article.status)
})

test.each([
  ['a Friday afternoon', '2026-11-20T15:00:00Z'],
  ['a Sunday night', '2026-11-22T23:59:00Z'],
  ['an early Monday after the new year', '2027-01-04T00:10:00Z'],
])('sample histories run forward, within 120 days, none in the future, when it is %s', (_, moment) => {
  const today = new Date(moment)
  const written = sampleArticles(today)
  for (const article of written) {
    const moments = article.events.map(({ createdAt }) => createdAt.getTime())
    expect(moments, article.title).toEqual([...moments].sort((left, right) => left - right))
    expect(new Set(moments).size, article.title).toBe(moments.length)
    expect(moments[0]).toBe(article.createdAt.getTime())
    expect(Math.max(...moments), article.title).toBeLessThan(today.getTime())
    expect(article.createdAt > before(today, 122 * DAY), article.title).toBe(true)
    expect(article.updatedAt.getTime()).toBe(moments.at(-1))
  }
  expect(written.at(-1)?.createdAt.getTime()).toBeGreaterThan(before(today, DAY / 4).getTime())
})

test('people of the sample mostly decide in working time', () => {
  const moments = articles.flatMap(({ events }) => events).map(({ createdAt }) => createdAt)
  expect(moments.filter(isWorkingTime).length / moments.length).toBeGreaterThan(0.9)
})

test('nobody of the sample acts on an article before joining or after leaving', () => {
  for (const { events, title } of articles) {
    for (const { by, createdAt } of events) {
      if (by === null) continue
      const { joined, lastSeen } = personOf(by)
      expect(createdAt > before(now, joined * DAY), `${by} ${title}`).toBe(true)
      expect(createdAt <= before(now, (lastSeen - 1) * DAY), `${by} ${title}`).toBe(true)
    }
  }
})

test('a returned sample article waits with an open return, every earlier one was answered', () => {
  for (const { returns, title } of withStatus('returned')) {
    expect(returns.length, title).toBeGreaterThanOrEqual(1)
    expect(returns.length, title).toBeLessThanOrEqual(3)
    expect(
      returns.map(({ answeredAt }) => answeredAt === null),
      title,
    ).toEqual(returns.map((_, index) => index === returns.length - 1))
  }
  expect(withStatus('returned').some(({ returns }) => returns.length === 3)).toBe(true)
})

test('rejected sample articles carry the reason, and no reason is a shrug', () => {
  for (const { returns, title } of withStatus('rejected')) {
    expect(returns.at(-1), title).toMatchObject({ kind: 'reject', answeredAt: null })
  }
  for (const { reason } of articles.flatMap(({ returns }) => returns)) {
    expect(reason.length).toBeGreaterThan(20)
    expect(reason.length).toBeLessThanOrEqual(REASON_MAXIMUM)
  }
})

test('the validator of a sample article is its last reviewer, and empty while it waits for a first look', () => {
  for (const { events, validator, title } of articles) {
    const decided = events.filter(({ action }) => ['approved', 'returned', 'rejected'].includes(action))
    expect(validator, title).toBe(decided.at(-1)?.by ?? null)
  }
  expect(withStatus('requested').filter(({ validator }) => validator === null).length).toBeGreaterThan(9)
})

test('a couple of sample articles were approved by their own requester, and say so', () => {
  const own = articles.filter(({ events }) =>
    events.some(({ action, isSelf }) => action === 'approved' && isSelf),
  )
  expect(own.map(({ by, validator }) => by === validator)).toEqual([true, true])
})
