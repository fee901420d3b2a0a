import type { ExportKinds } from '../../ground/exports/parts.ts'
import { queryFiles } from './answer-files.ts'
import type { AskingParts, DbQueryParts } from './parts.ts'
import { dbQueryHandlers } from './routes.ts'
import { type Asking, answerFor, createAsking, createDbQueryService } from './service.ts'

/** Runs statements, and makes the files of their results. */
export function createConsole(parts: AskingParts): { asking: Asking; files: ExportKinds } {
  const asking = createAsking(parts)
  const askFor = (userId: number, statement: string) => answerFor(asking, userId, statement)
  return { asking, files: queryFiles({ ...parts, askFor }) }
}

export function createDbQuery(parts: DbQueryParts & { asking: Asking }) {
  const service = createDbQueryService(parts)
  return { service, handlers: dbQueryHandlers(service) }
}
