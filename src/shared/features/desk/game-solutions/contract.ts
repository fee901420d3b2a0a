import { z } from 'zod'
import { DateOnly } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'

/** Sources of solutions: the game itself, the team's own list, none, or generated ones. */
export const ANSWER_SOURCES = ['live', 'own-list', 'none', 'invented'] as const
export type AnswerSource = (typeof ANSWER_SOURCES)[number]

export const FutureSolution = z.object({
  value: z.string(),
  /** A day in the organisation's time zone, `yyyy-MM-dd`. */
  date: DateOnly,
})
export type FutureSolution = z.infer<typeof FutureSolution>

export const GameSolutions = z.object({
  /** The day that the solutions are of. */
  day: DateOnly,
  /** Today's solution; null if unknown. */
  wordleSolution: z.string().nullable(),
  /** Those of the days after, the next one first. */
  wordleFutureSolutions: z.array(FutureSolution),
  wordle_source: z.enum(ANSWER_SOURCES),
  heardleSolution: z.string().nullable(),
  heardleFutureSolutions: z.array(FutureSolution),
  heardle_source: z.enum(ANSWER_SOURCES),
  /** End of the last successful run; null if there was none. */
  created: z.string().nullable(),
  /** A run is under way. */
  is_running: z.boolean(),
  /** Why the last run was incomplete; null if it was complete. */
  failure: z.string().nullable(),
})
export type GameSolutions = z.infer<typeof GameSolutions>

export const gameSolutionEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/game-solutions',
    access: 'public',
    summary:
      'Wordle and Heardle solutions for today and the coming days. `clear_cache` reloads them: only for signed-in users and at most once a minute, otherwise 429.',
    query: z.object({ clear_cache: z.stringbool().default(false) }),
    answer: GameSolutions,
  }),
}
