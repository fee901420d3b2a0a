import type { boardEndpoints } from '#shared/features/board/contract.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type BoardParts, createBoardService } from './service.ts'

export function createBoard(parts: BoardParts) {
  const service = createBoardService(parts)
  const handlers: Handlers<typeof boardEndpoints> = {
    read: ({ params }) => service.readBoard(params.gid),
    readTask: ({ params }) => service.readTask(params.gid),
    changeTask: ({ actor, params, body }) => service.changeTask(actor, params.gid, body),
    comment: ({ actor, params, body }) => service.comment(actor, params.gid, body.text),
  }
  return { handlers }
}
