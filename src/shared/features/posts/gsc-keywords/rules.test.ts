import { expect, it } from 'vitest'
import {
  adviceOf,
  byClaim,
  heldBackBy,
  isSameKeyword,
  isStriking,
  leaderTurnsOf,
  lostClicks,
  missingWords,
  severityOf,
} from './rules.ts'

it('keywords are equal if they differ only in case and spaces', () => {
  expect(isSameKeyword(' Gooseneck  KETTLE', 'gooseneck kettle')).toBe(true)
  expect(isSameKeyword(null, '')).toBe(true)
  expect(isSameKeyword('kettle', 'kettles')).toBe(false)
})

it('striking distance is position 4 to 20 with at least 1,000 impressions', () => {
  expect(isStriking({ position: 4, impressions: 1000 })).toBe(true)
  expect(isStriking({ position: 20, impressions: 5000 })).toBe(true)
  expect(isStriking({ position: 3.9, impressions: 5000 })).toBe(false)
  expect(isStriking({ position: 20.1, impressions: 5000 })).toBe(false)
  expect(isStriking({ position: 10, impressions: 999 })).toBe(false)
})

it('a title lacks the significant words of a query, ignoring plurals', () => {
  expect(missingWords('best office chairs for back pain', 'Office Chair Reviews')).toEqual(['back', 'pain'])
  expect(missingWords('best kettle', 'The Kettles')).toEqual([])
})

it('a post’s obstacle is the first reason that applies, and every post has one', () => {
  const told: string[] = []
  let post = {
    query: 'gooseneck kettle for tea',
    title: 'Kettles',
    position: 12,
    positionBefore: 11 as number | null,
    isOutOfStock: true,
    products: 3,
    theirProducts: 5 as number | null,
    rivals: 2,
    daysUnchanged: 180,
  }
  const tell = (cured: Partial<typeof post>) => {
    told.push(heldBackBy(post))
    post = { ...post, ...cured }
  }
  tell({ title: 'Gooseneck Kettles for Tea' })
  tell({ isOutOfStock: false })
  tell({ products: 4 })
  tell({ rivals: 1 })
  tell({ rivals: 0 })
  tell({ daysUnchanged: 27 })
  tell({ position: 11.9 })
  tell({ daysUnchanged: 28 })
  tell({ position: 10.4 })
  tell({})
  expect(told).toEqual([
    'title lacks “gooseneck tea”',
    'a product is out of stock',
    '3 products; the winner has 5',
    '2 other posts also rank',
    'another post also ranks',
    'unchanged for 180 days',
    'fell from position 11.0',
    'changed 27 days ago',
    'on page two',
    'not in the top three',
  ])
})

it('of two posts with one query the one with more clicks keeps it, then the one that earns more, then the higher one', () => {
  const post = { clicks: 10, impressions: 100, position: 5, earnings: 20 }
  const kept = (...rivals: (typeof post)[]) => rivals.toSorted(byClaim)[0]
  const clicked = { ...post, clicks: 11, earnings: 0 }
  expect(kept(post, clicked)).toBe(clicked)
  const earning = { ...post, earnings: 21, position: 9 }
  expect(kept(post, earning)).toBe(earning)
  const higher = { ...post, position: 4.9 }
  expect(kept(post, higher)).toBe(higher)
  expect(
    [
      { ...post, earnings: null },
      { ...post, earnings: 0 },
    ].toSorted(byClaim)[0]?.earnings,
  ).toBe(0)
})

it('clicks are lost if a post is shown but clicked less often than the one that keeps the query', () => {
  const keeper = { clicks: 100, impressions: 1000, position: 3, earnings: null }
  // A tenth of 400 and of 50, of which 10 and 5 came.
  expect(
    lostClicks([
      keeper,
      { ...keeper, clicks: 10, impressions: 400 },
      { ...keeper, clicks: 5, impressions: 50 },
    ]),
  ).toBe(30)
  expect(lostClicks([keeper, { ...keeper, clicks: 99, impressions: 100 }])).toBe(0)
  expect(lostClicks([])).toBe(0)
  expect([300, 299, 75, 74].map((lost) => severityOf(lost, 90))).toEqual(['high', 'medium', 'medium', 'low'])
})

it('a rival is merged if nothing else brings readers, gets another keyword if it claims the query, and links otherwise', () => {
  const post = { isKeeper: false, isItsKeyword: true, hasOther: true }
  expect(adviceOf({ ...post, isKeeper: true })).toBe('keep')
  expect(adviceOf(post)).toBe('keyword')
  expect(adviceOf({ ...post, hasOther: false })).toBe('merge')
  expect(adviceOf({ ...post, isItsKeyword: false })).toBe('link')
})

it('the lead changes each time another post has the most impressions than in the week before; empty weeks do not count', () => {
  const week = (clicks: number, ...impressions: number[]) => ({ clicks, impressions })
  expect(
    leaderTurnsOf([week(10, 9, 1), week(0, 0, 0), week(10, 8, 2), week(5, 2, 8), week(5, 7, 3)]),
  ).toEqual({
    turns: 2,
    change: -0.5,
  })
  expect(leaderTurnsOf([week(10, 9, 1), week(10, 8, 2)])).toEqual({ turns: 0, change: null })
  expect(leaderTurnsOf([])).toEqual({ turns: 0, change: null })
})
