import type { gameSolutionEndpoints } from '#shared/features/desk/game-solutions/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentSolutions } from './present.ts'
import type { GamesService } from './service.ts'

export function gameHandlers(service: GamesService): Handlers<typeof gameSolutionEndpoints> {
  return {
    read: async ({ visitor, query }) =>
      presentSolutions(await service.readSolutions(visitor, query.clear_cache)),
  }
}
