import { DAY_MS } from '#shared/format/duration.ts'
import { apiTokens } from '../db/schema/tokens.ts'
import { createApiToken } from '../security/api-tokens.ts'
import { hashToken } from '../security/tokens.ts'
import type { Api, Client } from './api.ts'

/** A program that acts for this user, with a token as it is in the database. */
export async function buildProgram(
  api: Api,
  userId: number,
  values: Partial<typeof apiTokens.$inferInsert> = {},
): Promise<Client> {
  const { secret, start } = createApiToken()
  const now = api.now()
  await api.database.db.insert(apiTokens).values({
    ...{ kind: 'personal', name: 'Script', mayWrite: true, days: 30, createdAt: now },
    ...{ start, tokenHash: hashToken(secret), userId, createdBy: userId },
    expiresAt: new Date(now.getTime() + 30 * DAY_MS),
    ...values,
  })
  return api.program(secret)
}
