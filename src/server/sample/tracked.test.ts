import { expect, test } from 'vitest'
import { isDrop, weeksOn } from '#shared/features/posts/content-tracker/rules.ts'
import { dayOf, offerOf } from '../integrations/product-catalog/day-trade.ts'
import { sampleGoods } from './goods.ts'
import { SAMPLE_SITES } from './sites.ts'
import { stockChanges } from './stock.ts'
import { isGone, sampleTracked, TRACKED, trackedWeeksOf } from './tracked.ts'

const now = new Date('2026-11-20T15:00:00Z')
const today = '2026-11-20'
const siteIds = new Map(SAMPLE_SITES.map(({ code }, index) => [code, index + 1]))
const posts = sampleTracked({ now, siteIds })

test('the sites have their own older posts, each with a number, an address and products that are sold', () => {
  expect(posts.length).toBeGreaterThan(60)
  const keys = posts.map(({ values }) => `${values.siteId}/${values.postId}`)
  expect(new Set(keys).size).toBe(posts.length)
  expect(new Set(posts.map(({ values }) => values.address)).size).toBe(posts.length)
  for (const { values, goods } of posts) expect([values.title, goods.length]).toEqual([values.title, 4])
  for (const { title, age, changed } of TRACKED) expect([title, changed <= age]).toEqual([title, true])
  // Titles repeat, and which post is meant must be said.
  expect(new Set(TRACKED.map(({ title }) => title)).size).toBe(TRACKED.length - 1)
})

test('every post earns something in each of its 104 weeks, the same on every machine', () => {
  for (const post of posts) {
    const weeks = trackedWeeksOf(post, today)
    expect(weeks).toEqual(trackedWeeksOf(post, today))
    if (post.age > 735) expect(weeks).toHaveLength(105)
    for (const { cents, parts } of weeks) {
      expect(cents).toBeGreaterThan(0)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
    }
  }
})

test('the earnings of all posts rise and fall from week to week without a step, the holidays included', () => {
  for (const day of ['2026-11-25', '2027-01-05']) {
    const byWeek = new Map<string, number>()
    for (const post of posts.filter(({ age }) => age > 735))
      for (const { weekStart, cents } of trackedWeeksOf(post, day).slice(0, -1))
        byWeek.set(weekStart, (byWeek.get(weekStart) ?? 0) + cents)
    const sums = [...byWeek.values()]
    expect(sums).toHaveLength(104)
    const steps = sums.slice(1).map((sum, at) => Math.abs(sum / (sums[at] ?? sum) - 1))
    expect([day, Math.max(...steps) < 0.15]).toEqual([day, true])
  }
})

test('where a product has sold out for good, earnings have dropped, and elsewhere they have not', () => {
  const { last, before } = weeksOn(today)
  const dropped = posts.filter((post) => {
    const weeks = trackedWeeksOf(post, today)
    const sum = ({ from, to }: typeof last) =>
      weeks
        .filter(({ weekStart }) => weekStart >= from && weekStart <= to)
        .reduce((all, { cents }) => all + cents, 0)
    return isDrop({ last: sum(last), before: sum(before) })
  })
  expect(dropped.length).toBeGreaterThan(1)
  for (const { goods, values } of dropped)
    expect([values.title, goods.some(isGone)]).toEqual([values.title, true])
})

test('stock moves as the catalogue says, day by day, and ends as it is today', () => {
  const moves = sampleGoods().map((good) => ({ good, changes: stockChanges(good, now) }))
  expect(moves.filter(({ changes }) => changes.length > 2).length).toBeGreaterThan(50)
  for (const { good, changes } of moves)
    expect([good.title, changes.at(-1)?.stock]).toEqual([good.title, offerOf(good, dayOf(now)).stock])
  for (const { good, changes } of moves.filter(({ good: each }) => isGone(each)))
    expect([good.title, changes.map(({ stock }) => stock)]).toEqual([
      good.title,
      ['IN_STOCK', 'OUT_OF_STOCK'],
    ])
})
