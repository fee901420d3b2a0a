import type { BuiltInBoard } from '../../../integrations/task-board/port.ts'
import { boardHandlers } from './routes.ts'
import { type BoardParts, createBoardService } from './service.ts'

interface Parts extends Omit<BoardParts, 'board'> {
  /** Null where the team has its boards elsewhere: then there is nothing here. */
  builtInBoard: BuiltInBoard | null
}

export function createBoard({ builtInBoard: board, ...parts }: Parts) {
  return { handlers: boardHandlers(createBoardService({ ...parts, board })), jobs: board?.jobs ?? [] }
}
