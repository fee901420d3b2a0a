import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient, type VendorClientOptions } from '../vendor-client/vendor-client.ts'
import type { GameSources } from './game-settings.ts'
import type { GameAnswers } from './port.ts'

const WORDLE = 'Wordle'
const HEARDLE = 'The list of Heardle'
/** About a month ahead is published. */
const DAYS_AHEAD = 40
/** The address is meant for players: it is asked no faster than they would. */
const PACE_MS = 1000
const LIST_MAX_AGE_MS = 60_000

const WordleDay = z.object({ solution: z.string().regex(/^[a-z]{5}$/i), print_date: z.string() })
const SongList = z.array(z.object({ date: z.iso.date(), value: z.string().trim().min(1).max(200) })).max(5000)

interface PublishedOptions extends Pick<VendorClientOptions, 'timeoutMs' | 'accountStore'> {
  paceMs?: number
  /** Of a monotonic clock, in milliseconds. */
  now?: () => number
}

function createWordle(baseUrl: string, { paceMs = PACE_MS, ...options }: PublishedOptions) {
  const client = createVendorClient({ system: WORDLE, baseUrl, headers: () => ({}), atOnce: 1, ...options })
  const operation = 'read a solution'
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other, with a pause after each. */
  const inPace = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const asked = last.then(ask)
    last = asked.catch(() => {}).then(() => sleep(paceMs))
    return asked
  }
  return (day: string) =>
    inPace(async () => {
      try {
        const path = `/svc/wordle/v2/${day}.json`
        const found = await client.send({ operation, method: 'GET', path, answer: WordleDay })
        if (found.print_date === day) return found.solution.toLowerCase()
      } catch (error) {
        if (error instanceof IntegrationError && error.kind === 'not_found') return null
        throw error
      }
      throw new IntegrationError(`${WORDLE} answered with the solution of another day`, {
        system: WORDLE,
        operation,
        kind: 'bad_response',
      })
    })
}

function createHeardle(address: string, { now = () => performance.now(), ...options }: PublishedOptions) {
  const { origin, pathname, search } = new URL(address)
  const { paceMs: _pace, ...client } = options
  const vendor = createVendorClient({ system: HEARDLE, baseUrl: origin, headers: () => ({}), ...client })
  let kept: { songs: Promise<Map<string, string>>; until: number } | undefined
  async function read(): Promise<Map<string, string>> {
    const list = await vendor.send({
      operation: 'read the songs',
      method: 'GET',
      path: pathname + search,
      answer: SongList,
    })
    return new Map(list.map(({ date, value }) => [date, value]))
  }
  return async (day: string) => {
    if (kept === undefined || kept.until < now()) kept = { songs: read(), until: now() + LIST_MAX_AGE_MS }
    const asked = kept
    const songs = await asked.songs.catch((error: unknown) => {
      if (kept === asked) kept = undefined
      throw error
    })
    return songs.get(day) ?? null
  }
}

const nobody = async () => null

/** Answers as the game publishes them, and songs of a list that the team keeps: Heardle itself ended in 2023. */
export function createPublishedGames(sources: GameSources, options: PublishedOptions = {}): GameAnswers {
  const { wordleUrl, heardleUrl } = sources
  const wordle = wordleUrl === undefined ? nobody : createWordle(wordleUrl, options)
  const heardle = heardleUrl === undefined ? nobody : createHeardle(heardleUrl, options)
  const today = () => new Date().toISOString().slice(0, 10)
  return {
    wordle,
    heardle,
    sources: {
      wordle: wordleUrl === undefined ? 'none' : 'live',
      heardle: heardleUrl === undefined ? 'none' : 'own-list',
    },
    daysAhead: DAYS_AHEAD,
    async check() {
      await Promise.all([wordle(today()), heardle(today())])
      return { adapter: 'published answers', ok: true, detail: 'The answers can be read.' }
    },
  }
}
