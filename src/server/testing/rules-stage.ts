import type { SignInRules } from '#shared/features/ground/sign-in-rules/rules.ts'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { lockRules, writeRules } from '../features/ground/sign-in-rules/store.ts'
import type { Api } from './api.ts'
import { createFactorStage } from './factor-stage.ts'
import { cheapPasswordHash } from './people.ts'

/** Users of a workspace with rules for signing in. Stops the clock. */
export async function createRulesStage(api: Api) {
  const stage = await createFactorStage(api)
  const passwordHash = await cheapPasswordHash()
  const { db, pool } = api.database
  const dayIn = (days: number) => plusDays(dayAt(api.now(), api.settings.timeZone), days)
  const forget = async () => {
    for (const table of ['sign_in_rules', 'factor_reminders']) await pool.query(`delete from ${table}`)
  }
  return {
    ...stage,
    person: (values: Parameters<typeof stage.person>[0] = {}) => stage.person({ passwordHash, ...values }),
    enrolled: (values: Parameters<typeof stage.person>[0] = {}) =>
      stage.enrolled({ passwordHash, ...values }),
    withPasskey: (values: Parameters<typeof stage.person>[0] = {}) =>
      stage.withPasskey({ passwordHash, ...values }),
    /** The day so many days from today. */
    dayIn,
    /** No rules, as in a new workspace. */
    forget,
    /** Replaces the rules, without a call. */
    async apply(rules: Partial<SignInRules>) {
      await forget()
      const now = api.now()
      const userId = (await pool.query('select min(id) as id from users')).rows[0].id
      await db.transaction(async (tx) => {
        await lockRules(tx, now)
        await writeRules(tx, { ...USUAL_RULES, ...rules }, { version: 1, userId, now })
      })
    },
    /** The session may only set up a second factor. */
    isEnrolling: async (token: string) => {
      const { status, body } = await stage.send('GET', '/api/profile', undefined, token)
      return status === 200 && body.must_set_up_factor === true && body.permissions.join() === 'Profile'
    },
  }
}

export type RulesStage = Awaited<ReturnType<typeof createRulesStage>>
