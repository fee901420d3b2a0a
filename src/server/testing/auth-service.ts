import { randomBytes } from 'node:crypto'
import { createAuth } from '../features/ground/auth/feature.ts'
import { createProofs } from '../features/ground/factors/feature.ts'
import { createSignInPolicy } from '../features/ground/sign-in-rules/feature.ts'
import { createPrograms, tokenRulesOf } from '../features/ground/tokens/feature.ts'
import { createSecretBox } from '../security/secret-box.ts'
import type { Api } from './api.ts'

/** Signing in on the database of a running server, for tests that call its service. */
export function createAuthService({ app, database, settings, now: clock }: Api) {
  const deps = {
    db: database.db,
    ...{ passwords: app.passwords, mailer: app.mailer, enqueue: app.queue.enqueue, clock },
    ...{ sessionHours: settings.sessionHours, sessionIdleMinutes: settings.sessionIdleMinutes },
    publicUrl: settings.publicUrl,
    notices: { notify: async () => {} },
    box: createSecretBox({ current: randomBytes(32), previous: null }),
  }
  const { secondFactor } = createProofs(deps)
  const policy = createSignInPolicy({
    clock,
    timeZone: settings.timeZone,
    secondFactor,
    signInProvider: null,
  })
  const tokenRules = tokenRulesOf(policy)
  const programs = createPrograms({
    ...{ ...deps, timeZone: settings.timeZone, tokenRules, log: { warn: () => {} } },
  })
  return createAuth({ ...deps, secondFactor, programs, policy }).service
}
