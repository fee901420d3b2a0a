import type { boardEndpoints } from '#shared/features/articles/board/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentBoard, presentTask } from './present.ts'
import type { BoardService } from './service.ts'

export function boardHandlers(service: BoardService): Handlers<typeof boardEndpoints> {
  return {
    list: () => service.listBoards(),
    read: async ({ actor, params }) => presentBoard(await service.readBoard(actor, params.gid)),
    readTask: async ({ params }) => presentTask(await service.readTask(params.gid)),
    changeTask: async ({ actor, params, body }) =>
      presentTask(await service.changeTask(actor, params.gid, body)),
    comment: async ({ actor, params, body }) =>
      presentTask(await service.comment(actor, params.gid, body.text)),
  }
}
