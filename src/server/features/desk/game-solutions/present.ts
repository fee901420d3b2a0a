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
  wordle_source: wordle.source,
  heardleSolution: heardle.solution,
  heardleFutureSolutions: heardle.future,
  heardle_source: heardle.source,
  created: created?.toISOString() ?? null,
  is_running: isRunning,
  failure,
})
