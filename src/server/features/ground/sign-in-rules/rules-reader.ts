import { isInScope, isRequired } from '#shared/features/ground/sign-in-rules/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { PolicyDeps, SignInPolicy } from './deps.ts'
import { findRules, holdRules } from './store.ts'

export function createSignInPolicy({
  clock,
  timeZone,
  secondFactor,
  signInProvider,
}: PolicyDeps): SignInPolicy {
  const today = () => dayAt(clock(), timeZone)
  return {
    read: async (db) => (await findRules(db)).rules,
    hold: async (tx) => (await holdRules(tx)).rules,
    async dutyOf(db, { id, roleId }) {
      const { second_factor: scope, second_factor_from: day } = (await findRules(db)).rules
      if (day === null || !isInScope(scope, roleId) || (await secondFactor.isNeeded(db, id))) return null
      return { scope, day, isDue: day <= today() }
    },
    // Without a provider, the rule would shut everybody out.
    passwordLimit: async (db) =>
      signInProvider && (await findRules(db)).rules.passwords === 'break_glass' ? signInProvider.label : null,
    issuer: signInProvider?.issuer ?? null,
    isRequired: async (db, roleId) => isRequired((await findRules(db)).rules, roleId, today()),
  }
}
