import { queryFiles } from './answer-files.ts'
import type { AskingDeps, DbQueryDeps } from './deps.ts'
import { dbQueryHandlers } from './routes.ts'
import { answerFor, createAsking, createDbQueryService } from './service.ts'

/** Runs statements, and makes the files of their results. */
export function createDbQuery(deps: DbQueryDeps & AskingDeps) {
  const asking = createAsking(deps)
  const askFor = (userId: number, statement: string) => answerFor(asking, userId, statement)
  const service = createDbQueryService({ ...deps, asking })
  return { service, handlers: dbQueryHandlers(service), files: queryFiles({ ...deps, askFor }) }
}
