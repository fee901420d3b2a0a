import type { RevisionDeps } from './routes.ts'
import { revisionHandlers } from './routes.ts'

export const createRevisions = (deps: RevisionDeps) => ({ handlers: revisionHandlers(deps) })
