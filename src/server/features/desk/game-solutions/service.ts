import { dayAt, plusDays } from '#shared/format/day.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { GameAnswers } from '../../../integrations/game-answers/port.ts'
import { sayFailure } from '../../../integrations/refusal-words.ts'
import type { RunDeps, StepEnd } from '../../../kernel/runs/run.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import * as store from './store.ts'

export const COLLECT = 'game-solutions.collect'
export const REFRESH = 'game-solutions.refresh'

/** Shortest time between two refreshes. */
const LEAST_PAUSE_MS = 60_000
/** Older solutions are refreshed automatically. */
const MAX_AGE_MS = 20 * HOUR_MS
const GAMES = ['wordle', 'heardle'] as const

export interface GameDeps extends RunDeps {
  timeZone: string
  games: GameAnswers
  log: { warn(about: object, message: string): void }
}

const isUnderWay = (run: store.GameRunRow | undefined) => run?.endedAt === null

async function insertRun({ clock, beginRun }: GameDeps, tx: Db, userId: number | null): Promise<number> {
  const id = await store.insertRun(tx, { userId, askedAt: clock() })
  await beginRun(tx, COLLECT, { runId: id })
  return id
}

/** Refreshes everything for a user, at most once a minute for all users together. */
async function run(deps: GameDeps, actor: Caller): Promise<void> {
  requires(actor, 'signedIn')
  const now = deps.clock()
  await transaction(deps.db, async (tx) => {
    const last = await store.lockLastRun(tx)
    const rest = last ? last.askedAt.getTime() + LEAST_PAUSE_MS - now.getTime() : 0
    if (rest > 0 && last?.userId !== null)
      throw new AppError('tooMany', 'The solutions were reloaded less than a minute ago.', {
        retryAfter: Math.ceil(rest / 1000),
      })
    // A running refresh reads everything; a second one would only repeat its requests.
    if (isUnderWay(last)) return
    const id = await insertRun(deps, tx, actor.id)
    await audit(tx, actor, 'game.run', { id, label: 'Game solutions' })
  })
}

/** Starts a refresh if the last run is old, or an incomplete run is an hour old. */
async function refresh(deps: GameDeps): Promise<void> {
  const now = deps.clock()
  await transaction(deps.db, async (tx) => {
    const last = await store.lockLastRun(tx)
    const isFresh = last?.failure === null && now.getTime() - last.askedAt.getTime() < MAX_AGE_MS
    // An open one goes on, unless a user stopped it since yesterday.
    if (last && isUnderWay(last)) await deps.beginRun(tx, COLLECT, { runId: last.id }, { isScheduled: true })
    else if (!isFresh) await insertRun(deps, tx, null)
  })
}

/**
 * Reads day after day until the source has no more. Throws if the source fails; solutions read so far are
 * kept.
 */
async function collectGame({ db, clock, timeZone, games }: GameDeps, game: store.Game): Promise<void> {
  const began = clock()
  const today = dayAt(began, timeZone)
  // A list of songs may have gaps; a game publishes its answers in order.
  const goesOn = games.sources[game] === 'own-list'
  for (let ahead = 0; ahead <= games.daysAhead; ahead++) {
    const day = plusDays(today, ahead)
    const value = await games[game](day)
    if (value !== null) await store.putAnswer(db, { game, day, value, readAt: clock() })
    else if (!goesOn) break
  }
  await store.removeAnswers(db, game, { from: today, readBefore: began })
}

/** Reads everything in one step: a second reading has no other effect than the first. */
async function collect(deps: GameDeps, runId: number): Promise<StepEnd> {
  if (await store.hasEnded(deps.db, runId)) return 'ended'
  const outcomes = await Promise.allSettled(GAMES.map((game) => collectGame(deps, game)))
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const error of errors) deps.log.warn({ err: error }, 'solutions of a game could not be read')
  const words = errors.map(sayFailure)
  const failure = words.length > 0 ? words.join(' ') : null
  await store.endRun(deps.db, runId, { endedAt: deps.clock(), failure })
  return 'ended'
}

async function readSolutions({ db, clock, timeZone, games }: GameDeps) {
  const now = clock()
  const day = dayAt(now, timeZone)
  const { answers, last, created } = await store.readState(db, day)
  const of = (game: store.Game) => {
    const known = answers.filter((answer) => answer.game === game)
    return {
      source: games.sources[game],
      solution: known.find((answer) => answer.day === day)?.value ?? null,
      future: known.filter((answer) => answer.day > day).map(({ value, day: date }) => ({ value, date })),
    }
  }
  return {
    day,
    wordle: of('wordle'),
    heardle: of('heardle'),
    created,
    isRunning: isUnderWay(last),
    failure: last?.failure ?? null,
  }
}
export type Solutions = Awaited<ReturnType<typeof readSolutions>>

/** Solutions of the word games, for the posts about them. */
export function createGamesService(deps: GameDeps) {
  return {
    /**
     * `again` triggers a refresh for a signed-in user and returns the stored solutions meanwhile. A visitor
     * never triggers one.
     */
    async readSolutions(visitor: Caller | null, again: boolean): Promise<Solutions> {
      if (again && visitor !== null) await run(deps, visitor)
      return readSolutions(deps)
    },
    refresh: () => refresh(deps),
    collect: (runId: number) => collect(deps, runId),
  }
}
export type GamesService = ReturnType<typeof createGamesService>
