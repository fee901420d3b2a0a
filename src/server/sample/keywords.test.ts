import { expect, test } from 'vitest'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { KEYWORD_COUNT, sampleKeywords } from './keywords.ts'
import { SAMPLE_SITES } from './sites.ts'
import { TOPICS } from './topics.ts'

const now = new Date('2026-11-20T15:00:00Z')
const keywords = sampleKeywords(now)

test('the sample has two thousand different keywords, the same ones every time', () => {
  expect(keywords).toHaveLength(KEYWORD_COUNT)
  expect(new Set(keywords.map(({ keyword }) => keywordIdentity(keyword))).size).toBe(KEYWORD_COUNT)
  expect(keywords.every(({ keyword, identity }) => identity === keywordIdentity(keyword))).toBe(true)
  expect(sampleKeywords(now)).toEqual(keywords)
})

test('each sample keyword is tidy, has one to four tags and belongs to our sites', () => {
  const codes = new Set(SAMPLE_SITES.map(({ code }) => code))
  for (const { keyword, tags, sites, createdAt } of keywords) {
    expect(tidyKeyword(keyword)).toBe(keyword)
    expect(new Set(tags).size).toBe(tags.length)
    expect(tags.length).toBeGreaterThanOrEqual(1)
    expect(tags.length).toBeLessThanOrEqual(4)
    expect(sites.length).toBeGreaterThanOrEqual(1)
    expect(sites.every((code) => codes.has(code))).toBe(true)
    expect(createdAt < now).toBe(true)
  }
})

test('about two thirds of the sample keywords are tracked', () => {
  const tracked = keywords.filter(({ isTracked }) => isTracked).length
  expect(tracked).toBeGreaterThan(1200)
  expect(tracked).toBeLessThan(1400)
})

test('no sample keyword says a word twice in a row or joins two limits of price', () => {
  for (const { keyword } of keywords) {
    expect(keyword, keyword).not.toMatch(/\b(\w+) \1\b/)
    expect(keyword, keyword).not.toMatch(/budget.* under|under.* under|for .* for /)
  }
})

test('no sample keyword contradicts itself', () => {
  const contradictions =
    /\b(small|compact|mini)\b.* for a (large )?(family|crowd)|double .* for one person|4 person .* couples/
  expect(keywords.filter(({ keyword }) => contradictions.test(keyword))).toEqual([])
})

test('no two product lines share a noun, so that a keyword has one home', () => {
  const nouns = TOPICS.flatMap(({ lines }) => lines.map(({ noun }) => noun))
  expect(new Set(nouns).size).toBe(nouns.length)
})
