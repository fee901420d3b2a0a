import { LONGEST_TOKEN_DAYS, MOST_TOKENS } from '#shared/features/ground/tokens/rules.ts'
import type { TokenDeps, TokenRules } from './deps.ts'
import { tokenHandlers } from './routes.ts'
import { createTokensService } from './service.ts'

export { createPrograms } from './service.ts'

/** What holds where nobody has chosen anything else. */
export const USUAL_RULES: TokenRules = {
  arePersonalAllowed: true,
  most: MOST_TOKENS,
  mostDays: LONGEST_TOKEN_DAYS,
}

export function createTokens(deps: TokenDeps) {
  const service = createTokensService(deps)
  return { service, handlers: tokenHandlers(service) }
}
