import { type DecisionDeps, decisionHandlers } from './routes.ts'

export const createDecisions = (deps: DecisionDeps) => ({ handlers: decisionHandlers(deps) })
