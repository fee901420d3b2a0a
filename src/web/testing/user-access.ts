import type { AccessItem } from '#shared/features/people/user-access/contract.ts'
import { browser } from './browser.ts'
import { type Loopback, openLoopback } from './loopback.ts'

export const CHECK = 'GET /api/users/check-account'
export const EMAIL = 'ruth.hallowell@copydesk.example'

/** An account in one of the systems, by default Slack. */
export const item = (over: Partial<AccessItem>): AccessItem => ({
  operation: 'slack',
  operationId: 'U7',
  operationName: 'Slack',
  avatar: null,
  url: null,
  active: true,
  error: null,
  detail: 'Member',
  ...{ name: null, last_used_at: null, used_after_leaving: false },
  ...over,
})

/** A server without earlier lookups whose systems return these accounts. */
export async function openAccess(items: readonly AccessItem[] = [item({})]): Promise<Loopback> {
  browser().setViewport({ width: 1600, height: 900 })
  const server = await openLoopback()
  server.answer(CHECK, { body: items })
  server.answer('GET /api/users/access-steps', { body: { nodes: [], totalCount: 0 } })
  server.answer('GET /api/users/offboarding-runs', { body: { nodes: [], totalCount: 0 } })
  return server
}
