import type { BuiltInBoard } from '../../../integrations/task-board/port.ts'
import { boardHandlers } from './routes.ts'
import { type BoardDeps, createBoardService } from './service.ts'

interface Deps extends Omit<BoardDeps, 'board'> {
  /** Null where the team has its boards elsewhere: then there is nothing here. */
  builtInBoard: BuiltInBoard | null
}

export function createBoard({ builtInBoard: board, ...deps }: Deps) {
  return { handlers: boardHandlers(createBoardService({ ...deps, board })), jobs: board?.jobs ?? [] }
}
