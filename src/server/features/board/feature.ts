import type { boardEndpoints } from '#shared/features/board/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { BuiltInBoard } from '../../integrations/task-board/built-in.ts'
import { type BoardParts, createBoardService } from './service.ts'

interface Parts extends Omit<BoardParts, 'board'> {
  /** Null where the team has its boards elsewhere: then there is nothing here. */
  builtInBoard: BuiltInBoard | null
}

export function createBoard({ builtInBoard: board, ...parts }: Parts) {
  const service = createBoardService({ ...parts, board })
  const handlers: Handlers<typeof boardEndpoints> = {
    read: ({ params }) => service.readBoard(params.gid),
    readTask: ({ params }) => service.readTask(params.gid),
    changeTask: ({ actor, params, body }) => service.changeTask(actor, params.gid, body),
    comment: ({ actor, params, body }) => service.comment(actor, params.gid, body.text),
  }
  return { handlers, jobs: board?.jobs ?? [] }
}
