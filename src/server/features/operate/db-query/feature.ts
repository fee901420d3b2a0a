import { queryFiles } from './answer-files.ts'
import type { AskingParts, DbQueryParts } from './parts.ts'
import { dbQueryHandlers } from './routes.ts'
import { answerFor, createAsking, createDbQueryService } from './service.ts'

/** Runs statements, and makes the files of their results. */
export function createDbQuery(parts: DbQueryParts & AskingParts) {
  const asking = createAsking(parts)
  const askFor = (userId: number, statement: string) => answerFor(asking, userId, statement)
  const service = createDbQueryService({ ...parts, asking })
  return { service, handlers: dbQueryHandlers(service), files: queryFiles({ ...parts, askFor }) }
}
