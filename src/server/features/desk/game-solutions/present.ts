import type { GameSolutions } from '#shared/features/desk/game-solutions/contract.ts'
import type { Solutions } from './service.ts'

export const presentSolutions = ({
  day,
  wordle,
  heardle,
  created,
  isRunning,
  failure,
}: Solutions): GameSolutions => ({
  day,
  wordleSolution: wordle.solution,
  wordleFutureSolutions: wordle.future,
  wordleSource: wordle.source,
  heardleSolution: heardle.solution,
  heardleFutureSolutions: heardle.future,
  heardleSource: heardle.source,
  created: created?.toISOString() ?? null,
  isRunning,
  failure,
})
