import type { RevisionParts } from './routes.ts'
import { revisionHandlers } from './routes.ts'

export const createRevisions = (parts: RevisionParts) => ({ handlers: revisionHandlers(parts) })
