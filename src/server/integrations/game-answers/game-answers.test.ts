import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { daysUpTo } from '#shared/format/day.ts'
import {
  patienceWith,
  Refused,
  startVendorStub,
  type VendorFault,
  type VendorStub,
} from '../../testing/vendor-stub.ts'
import { createBuiltInGames, shuffled } from './built-in.ts'
import { chooseGames } from './choice.ts'
import { createPublishedGames } from './published.ts'
import { WORDS } from './word-list.ts'

const DAY = '2024-06-25'

describe('invented answers', () => {
  const games = createBuiltInGames()
  const days = daysUpTo('2026-06-30', WORDS.length)

  it('are words of five letters and songs, another one each day and the same each time', async () => {
    const words = await Promise.all(days.map((day) => games.wordle(day)))
    expect(words.every((word) => /^[a-z]{5}$/.test(word ?? ''))).toBe(true)
    expect(new Set(words).size).toBe(WORDS.length)
    expect(await games.wordle(days[3] ?? '')).toBe(words[3])
    const songs = new Set(await Promise.all(days.slice(0, 300).map((day) => games.heardle(day))))
    expect(songs.size).toBe(300)
  })

  it('are none before the first day', async () => {
    expect([await games.wordle('2023-12-31'), await games.heardle('2023-12-31')]).toEqual([null, null])
  })

  it('are in an order that has each once', () => {
    expect(shuffled(50, 7).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })
})

describe('in production', () => {
  const inProduction = (isProduction: boolean) =>
    chooseGames({ sources: undefined, db: undefined as never, isProduction })

  it('do not exist without a source, because the page is public', async () => {
    const games = inProduction(true)
    expect([games.sources, await games.wordle(DAY), await games.heardle(DAY)]).toEqual([
      { wordle: 'none', heardle: 'none' },
      null,
      null,
    ])
    expect(inProduction(false).sources.wordle).toBe('invented')
  })
})

describe('published answers', () => {
  let stub: VendorStub
  let answer: unknown
  beforeEach(async () => {
    answer = { id: 1791, solution: 'savor', print_date: DAY, days_since_launch: 1102, editor: 'Somebody' }
    stub = await startVendorStub(() => answer)
  })
  afterEach(() => stub.close())
  const quick = (fault?: VendorFault) => ({ paceMs: 0, timeoutMs: patienceWith(fault) })
  const live = (fault?: VendorFault) =>
    createPublishedGames({ wordleUrl: stub.url, heardleUrl: undefined }, quick(fault))
  const listed = () =>
    createPublishedGames({ wordleUrl: undefined, heardleUrl: `${stub.url}/songs.json` }, quick())

  it('of Wordle are read by their day', async () => {
    expect(await live().wordle(DAY)).toBe('savor')
    expect(stub.questions).toMatchObject([{ method: 'GET', path: `/svc/wordle/v2/${DAY}.json` }])
  })

  it('that are not published yet are empty', async () => {
    answer = new Refused(404, { status: 'ERROR' })
    expect(await live().wordle(DAY)).toBeNull()
  })

  it('of another day, or that are no word of five letters, are no answers', async () => {
    await expect(live().wordle('2024-06-26')).rejects.toMatchObject({
      kind: 'bad_response',
      system: 'Wordle',
    })
    answer = { solution: 'toolong', print_date: DAY }
    await expect(live().wordle(DAY)).rejects.toMatchObject({ kind: 'bad_response' })
  })

  it.each([
    ['unauthorized', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['throttled', 'rate_limited'],
    ['broken', 'unavailable'],
    ['cut', 'unavailable'],
    ['html', 'bad_response'],
    ['wrong', 'bad_response'],
    ['huge', 'bad_response'],
    ['hang', 'timeout'],
  ] as const)('that fail (%s) are reported as %s', async (fault, kind) => {
    stub.fail(fault)
    await expect(live(fault).wordle(DAY)).rejects.toMatchObject({ kind })
  })

  it('are requested one after the other, a second apart', async () => {
    const games = createPublishedGames({ wordleUrl: stub.url, heardleUrl: undefined }, { paceMs: 60 })
    const began = performance.now()
    await Promise.all([games.wordle(DAY), games.wordle(DAY), games.wordle(DAY)])
    expect(performance.now() - began).toBeGreaterThanOrEqual(110)
  })

  it('of Heardle come from our own list, which is read once', async () => {
    answer = [
      { date: DAY, value: 'Paper Lanterns' },
      { date: '2024-06-27', value: ' Slow Carousel ' },
    ]
    const games = listed()
    expect([
      await games.heardle(DAY),
      await games.heardle('2024-06-26'),
      await games.heardle('2024-06-27'),
    ]).toEqual(['Paper Lanterns', null, 'Slow Carousel'])
    expect(stub.questions).toMatchObject([{ path: '/songs.json' }])
    expect(games.sources).toEqual({ wordle: 'none', heardle: 'own-list' })
    expect(await games.wordle(DAY)).toBeNull()
  })

  it('of an invalid list are no answers, and the next request reads it again', async () => {
    const games = listed()
    await expect(games.heardle(DAY)).rejects.toMatchObject({ kind: 'bad_response' })
    answer = [{ date: DAY, value: 'Paper Lanterns' }]
    expect(await games.heardle(DAY)).toBe('Paper Lanterns')
  })

  it.skipIf(!process.env.VENDOR_CONTRACTS)('are read as the game has written them', async () => {
    answer = JSON.parse(readFileSync(`${process.env.VENDOR_CONTRACTS}/examples/wordle-${DAY}.json`, 'utf8'))
    expect(await live().wordle(DAY)).toBe('savor')
  })
})
