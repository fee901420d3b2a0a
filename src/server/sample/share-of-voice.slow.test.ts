import { expect, test } from 'vitest'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { dayAt, daysBetween, daysUpTo, plusDays } from '#shared/format/day.ts'
import { sampleArticles } from './articles.ts'
import { sampleGoods } from './goods.ts'
import { sampleKeywords } from './keywords.ts'
import { COLLECTED_DAYS, sampleShareOfVoice } from './share-of-voice.ts'
import { SAMPLE_SITES } from './sites.ts'

const now = new Date('2026-11-20T15:00:00Z')
const keywords = sampleKeywords(now)
const written = sampleArticles(now)
const numbers = new Map(keywords.map(({ identity }, index) => [identity, index + 1]))
const collect = (at = now, count = COLLECTED_DAYS) =>
  [
    ...sampleShareOfVoice({
      now: at,
      timeZone: 'UTC',
      count,
      keywords: at === now ? keywords : sampleKeywords(at),
      written: at === now ? written : sampleArticles(at),
      idOf: (identity) => numbers.get(identity) ?? 0,
    }),
  ].flat()
const hits = collect()
const byKeyword = Map.groupBy(hits, ({ keywordId }) => keywordId)

test('the sample has ninety days of share of voice for its tracked keywords, the same every time', () => {
  expect(collect()).toEqual(hits)
  const days = new Set(hits.map(({ day }) => day))
  // Nothing was collected on one of them, which does not lie in the last weeks.
  expect(days.size).toBe(COLLECTED_DAYS - 1)
  expect([...days].sort().slice(-21)).toEqual(daysUpTo('2026-11-20', 21))
  expect([...days].sort().at(-1)).toBe('2026-11-20')
  expect(hits.length).toBeGreaterThan(120_000)
  const tracked = keywords.filter(({ isTracked }) => isTracked)
  expect(byKeyword.size).toBe(tracked.length)
  for (const { identity, createdAt } of tracked) {
    const first = byKeyword.get(numbers.get(identity) ?? 0)?.[0]
    expect(first && first.day >= dayAt(createdAt, 'UTC'), identity).toBe(true)
  }
})

test('a publisher of the sample is one of our sites, or invented, and only our sites win', () => {
  const ours = new Set(SAMPLE_SITES.map(({ displayName }) => displayName))
  for (const { publisher, isWinning } of hits) expect(ours.has(publisher), publisher).toBe(isWinning)
  const names = new Set(hits.map(({ publisher }) => publisher))
  expect([...ours].filter((name) => !names.has(name))).toEqual([])
  expect(names.size - ours.size).toBeGreaterThanOrEqual(10)
})

test('stories have their own address, and recommend products of the catalogue', () => {
  const sold = new Set(sampleGoods().map(({ asin }) => asin))
  const stories = new Map(hits.map((hit) => [hit.url, hit]))
  expect(stories.size).toBeGreaterThan(2000)
  for (const { url, title, items, publishedDate, day } of stories.values()) {
    const [, uuid] = /^\/ospublishing\/story\/([0-9a-f-]{36})\?/.exec(url ?? '') ?? []
    expect(url).toBe(`/ospublishing/story/${uuid}?ascsubtag=amzn1.osa.${uuid}.ATVPDKIKX0DER.en_US`)
    expect(title.length).toBeGreaterThan(10)
    expect(items.length, title).toBeGreaterThanOrEqual(2)
    for (const { asin } of items) expect(sold.has(asin), title).toBe(true)
    expect(Date.parse(`${publishedDate} UTC`)).toBeLessThanOrEqual(Date.parse(day))
  }
})

test('some days have no data, for a keyword or for all of them', () => {
  const days = new Set(hits.map(({ day }) => day))
  const gaps = [...byKeyword.values()].map((own) => {
    const seen = new Set(own.map(({ day }) => day))
    const since = own[0]?.day ?? ''
    return [...days].filter((day) => day > since && !seen.has(day)).length
  })
  expect(gaps.filter((count) => count > 0).length).toBeGreaterThan(gaps.length / 2)
  expect(Math.max(...gaps)).toBeLessThan(15)
})

test('keywords are won more often once our article is out', () => {
  let before = { won: 0, days: 0 }
  let after = { won: 0, days: 0 }
  for (const { keywords: words, events, status } of written) {
    const published = events.find(({ action }) => action === 'published')
    if (status !== 'published' || published === undefined) continue
    const out = dayAt(published.createdAt, 'UTC')
    for (const word of words) {
      const own = Map.groupBy(byKeyword.get(numbers.get(keywordIdentity(word)) ?? 0) ?? [], ({ day }) => day)
      for (const [day, shown] of own) {
        const won = shown.some(({ isWinning }) => isWinning) ? 1 : 0
        const since = daysBetween(out, day)
        if (since < 0) before = { won: before.won + won, days: before.days + 1 }
        if (since > 14) after = { won: after.won + won, days: after.days + 1 }
      }
    }
  }
  expect(before.days).toBeGreaterThan(100)
  expect(after.days).toBeGreaterThan(100)
  expect(after.won / after.days).toBeGreaterThan(2 * (before.won / before.days))
})

test('on any day of the sample, usually held keywords of our articles have just been lost', () => {
  for (const ahead of [0, 1, 40]) {
    const today = plusDays('2026-11-20', ahead)
    const made = new Date(`${today}T15:00:00Z`)
    const days = daysUpTo(today, 30)
    const recent = collect(made, days.length)
    const published = sampleArticles(made).filter(({ status }) => status === 'published')
    const ids = new Set(
      published.flatMap((each) => each.keywords.map((word) => numbers.get(keywordIdentity(word)))),
    )
    const lost = [...Map.groupBy(recent, ({ keywordId }) => keywordId)].flatMap(([keywordId, own]) => {
      const won = new Set(own.filter(({ isWinning }) => isWinning).map(({ day }) => day))
      const seen = new Set(own.map(({ day }) => day))
      const isLost = seen.has(today) && !won.has(today) && won.has(days.at(-2) ?? '')
      return isLost ? [{ keywordId, share: won.size / seen.size }] : []
    })
    const [first] = lost.sort((one, other) => other.share - one.share)
    expect([today, ids.has(first?.keywordId)]).toEqual([today, true])
    expect(first?.share).toBeGreaterThan(0.8)
  }
})
