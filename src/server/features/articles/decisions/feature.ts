import { type DecisionParts, decisionHandlers } from './routes.ts'

export const createDecisions = (parts: DecisionParts) => ({ handlers: decisionHandlers(parts) })
