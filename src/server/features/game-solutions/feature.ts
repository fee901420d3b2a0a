import { gameJobs } from './jobs.ts'
import { gameHandlers } from './routes.ts'
import { createGamesService, type GameParts } from './service.ts'

export function createGameSolutions(parts: GameParts) {
  const service = createGamesService(parts)
  return { service, handlers: gameHandlers(service), jobs: gameJobs(service) }
}
