import { expect, it } from 'vitest'
import { heldBackBy, isSameKeyword, isStriking, missingWords } from './rules.ts'

it('two keywords are one whatever their case and blanks', () => {
  expect(isSameKeyword(' Gooseneck  KETTLE', 'gooseneck kettle')).toBe(true)
  expect(isSameKeyword(null, '')).toBe(true)
  expect(isSameKeyword('kettle', 'kettles')).toBe(false)
})

it('striking distance is position 8 to 20 with at least 1,000 impressions', () => {
  expect(isStriking({ position: 8, impressions: 1000 })).toBe(true)
  expect(isStriking({ position: 20, impressions: 5000 })).toBe(true)
  expect(isStriking({ position: 7.9, impressions: 5000 })).toBe(false)
  expect(isStriking({ position: 20.1, impressions: 5000 })).toBe(false)
  expect(isStriking({ position: 10, impressions: 999 })).toBe(false)
})

it('a title lacks the words that say what is looked for, one or several of it', () => {
  expect(missingWords('best office chairs for back pain', 'Office Chair Reviews')).toEqual(['back', 'pain'])
  expect(missingWords('best kettle', 'The Kettles')).toEqual([])
})

it('what holds a post back is its title, then its stock, then its age', () => {
  const post = { query: 'kettle', title: 'Kettles', isOutOfStock: true, daysUnchanged: 400 }
  expect(heldBackBy({ ...post, query: 'gooseneck kettle for tea' })).toBe('title lacks “gooseneck tea”')
  expect(heldBackBy(post)).toBe('a product is out of stock')
  expect(heldBackBy({ ...post, isOutOfStock: false })).toBe('unchanged for 400 days')
  expect(heldBackBy({ ...post, isOutOfStock: false, daysUnchanged: 30 })).toBeNull()
  expect(heldBackBy({ ...post, isOutOfStock: false, daysUnchanged: null })).toBeNull()
})
