import { type RulesJobDeps, signInRulesJobs } from './jobs.ts'
import { signInRulesHandlers } from './routes.ts'
import { createSignInRulesService } from './service.ts'
import type { SignInRulesDeps } from './verbs/save-rules.ts'

/** Reads the rules for signing in. `auth` and `factors` depend on it; the rest of this feature depends on `auth`. */
export { createSignInPolicy } from './rules-reader.ts'

export function createSignInRules(deps: SignInRulesDeps & RulesJobDeps) {
  const service = createSignInRulesService(deps)
  return { service, handlers: signInRulesHandlers(service), jobs: signInRulesJobs(deps) }
}
