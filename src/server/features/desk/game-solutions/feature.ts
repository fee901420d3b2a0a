import { gameJobs } from './jobs.ts'
import { gameHandlers } from './routes.ts'
import { createGamesService, type GameParts, REFRESH } from './service.ts'

export function createGameSolutions(parts: GameParts) {
  const service = createGamesService(parts)
  return {
    service,
    handlers: gameHandlers(service),
    jobs: gameJobs(service),
    /**
     * Refreshes overdue solutions now, rather than at the next full hour. Reading them never starts a
     * refresh.
     */
    refreshSoon: () => parts.enqueue(parts.db, REFRESH, {}),
  }
}
