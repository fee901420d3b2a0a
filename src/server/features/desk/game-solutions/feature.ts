import { gameJobs } from './jobs.ts'
import { gameHandlers } from './routes.ts'
import { createGamesService, type GameDeps, REFRESH } from './service.ts'

export function createGameSolutions(deps: GameDeps) {
  const service = createGamesService(deps)
  return {
    service,
    handlers: gameHandlers(service),
    jobs: gameJobs(deps, service),
    /**
     * Refreshes overdue solutions now, rather than at the next full hour. Reading them never starts a
     * refresh.
     */
    refreshSoon: () => deps.enqueueOnce(deps.db, REFRESH, {}),
  }
}
