import { daysBetween } from '#shared/format/day.ts'
import type { GameAnswers } from './port.ts'
import { ARTISTS, SONG_ENDS, SONG_STARTS, WORDS } from './word-list.ts'

const FIRST_DAY = '2024-01-01'
const DAYS_AHEAD = 14

/** The same order every time: numbers from 0 to `count`, each once. */
export function shuffled(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  let state = seed
  for (let last = count - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    const [one = 0, two = 0] = [order[last], order[other]]
    order[last] = two
    order[other] = one
  }
  return order
}

const SONGS = SONG_STARTS.flatMap((start) => SONG_ENDS.map((end) => `${start} ${end}`))
const WORD_ORDER = shuffled(WORDS.length, 17)
const SONG_ORDER = shuffled(SONGS.length, 91)

/** The entry of a day, cycling through the list. */
function atDay<Item>(list: readonly Item[], order: readonly number[], day: string): Item | null {
  const place = daysBetween(FIRST_DAY, day)
  if (place < 0) return null
  return list[order[place % order.length] ?? 0] ?? null
}

/** Invented answers that follow from the day alone; they work without a network and solve no game. */
export function createBuiltInGames(): GameAnswers {
  return {
    sources: { wordle: 'invented', heardle: 'invented' },
    daysAhead: DAYS_AHEAD,
    wordle: async (day) => atDay(WORDS, WORD_ORDER, day),
    async heardle(day) {
      const song = atDay(SONGS, SONG_ORDER, day)
      const artist = atDay(ARTISTS, shuffled(ARTISTS.length, 5), day)
      return song === null ? null : `${song}, ${artist}`
    },
    check: async () => ({
      adapter: 'built-in',
      ok: true,
      detail: `${WORDS.length} words and ${SONGS.length} invented songs`,
    }),
  }
}

/** Knows no answer of either game. */
export const createNoGames = (): GameAnswers => ({
  sources: { wordle: 'none', heardle: 'none' },
  daysAhead: 0,
  wordle: async () => null,
  heardle: async () => null,
  check: async () => ({ adapter: 'none', ok: true, detail: 'No source of answers is set.' }),
})
