import { gameJobs } from './jobs.ts'
import { gameHandlers } from './routes.ts'
import { createGamesService, type GameParts, REFRESH } from './service.ts'

export function createGameSolutions(parts: GameParts) {
  const service = createGamesService(parts)
  return {
    service,
    handlers: gameHandlers(service),
    jobs: gameJobs(service),
    /** Reads them where that is due, rather than at the next full hour: nobody who asks for them begins that. */
    refreshSoon: () => parts.enqueue(parts.db, REFRESH, {}),
  }
}
