import { type SignInRulesBody, signInRulesEndpoints } from '#shared/features/ground/sign-in-rules/contract.ts'
import { LONGEST_TOKEN_DAYS, MOST_TOKENS } from '#shared/features/ground/tokens/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { type Caller, type PersonActor, requires } from '../../../security/actor.ts'
import { isProviderSession, listAdmins, listChanges, readGroup } from './queries.ts'
import { findRules } from './store.ts'
import { readState, type SignInRulesDeps, saveRules } from './verbs/save-rules.ts'

export type SignInRulesService = ReturnType<typeof createSignInRulesService>

export function createSignInRulesService(deps: SignInRulesDeps) {
  const { db, clock, timeZone, sessionHours, sessionIdleMinutes, tokens, connections, signInProvider } = deps
  return {
    /** The rules with their limits, the people they affect and their last changes. */
    async readRules(actor: Caller) {
      requires(actor, signInRulesEndpoints.read.access)
      const [state, administrators, everybody, changes, personalTokens, connectedAssistants, admins] =
        await Promise.all([
          readState(db),
          readGroup(db, 'administrators'),
          readGroup(db, 'everybody'),
          listChanges(db),
          tokens.countPersonal(),
          connections.countByHost(),
          listAdmins(db),
        ])
      const limits = {
        ...{ sessionHours, sessionIdleMinutes },
        ...{ tokenDays: LONGEST_TOKEN_DAYS, tokensEach: MOST_TOKENS },
      }
      return {
        state,
        limits,
        groups: { administrators, everybody },
        changes,
        personalTokens,
        connectedAssistants,
        breakGlass: {
          provider: signInProvider?.label ?? null,
          isProviderSession: actor.kind === 'person' && (await isProviderSession(db, actor.session)),
          admins,
        },
        today: dayAt(clock(), timeZone),
      }
    },
    saveRules: (actor: PersonActor, body: SignInRulesBody) => saveRules(deps, actor, body),
    /** Whether passwords are limited, but no provider is configured any more. */
    isLimitIdle: async () =>
      signInProvider === null && (await findRules(db)).rules.passwords === 'break_glass',
    /** People who need a second factor by the rules and have none; null if nobody needs one. */
    async readUnready() {
      const { second_factor: scope, second_factor_from: day } = (await findRules(db)).rules
      if (scope === 'nobody' || day === null) return null
      const { people, ready } = await readGroup(db, scope)
      return { scope, day, people, missing: people - ready, isDue: day <= dayAt(clock(), timeZone) }
    },
  }
}
