import { LONGEST_TOKEN_DAYS, MOST_TOKENS } from '#shared/features/ground/tokens/rules.ts'
import type { SignInPolicy } from '../sign-in-rules/deps.ts'
import type { TokenDeps } from './deps.ts'
import { tokenJobs } from './jobs.ts'
import { tokenHandlers } from './routes.ts'
import { createTokensService } from './service.ts'

export { createPrograms } from './service.ts'
export { createRevokeMoved } from './verbs/revoke-moved.ts'

/** What the sign-in rules say of tokens. */
export const tokenRulesOf =
  ({ read }: Pick<SignInPolicy, 'read'>): TokenDeps['tokenRules'] =>
  async (db) => {
    const { people_make_tokens: arePersonalAllowed, tokens_each: most, token_days: mostDays } = await read(db)
    return { arePersonalAllowed, most: most ?? MOST_TOKENS, mostDays: mostDays ?? LONGEST_TOKEN_DAYS }
  }

export function createTokens(deps: TokenDeps) {
  const service = createTokensService(deps)
  return { service, handlers: tokenHandlers(service), jobs: tokenJobs(deps) }
}
