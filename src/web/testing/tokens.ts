import type { ConnectedAssistant, ConnectedAssistants } from '#shared/features/ground/assistants/contract.ts'
import type { ApiToken, ApiTokens } from '#shared/features/ground/tokens/contract.ts'

const DAY = 24 * 60 * 60_000

/** An API token that works for another 62 days and was never used. */
export const tokenOf = (id: number, name: string, changes: Partial<ApiToken> = {}): ApiToken => ({
  id,
  name,
  assistant_host: null,
  start: `cdk_${id}Kq2`,
  permissions: null,
  may_write: false,
  created_at: new Date(Date.now() - 28 * DAY).toISOString(),
  created_by: null,
  ends_at: new Date(Date.now() + 62 * DAY).toISOString(),
  last_used_at: null,
  last_address: null,
  is_new_address: false,
  revoked_at: null,
  old: null,
  ...changes,
})

export const tokensOf = (...tokens: ApiToken[]): ApiTokens => ({
  tokens,
  is_allowed: true,
  most: 20,
  most_days: 365,
})

/** An assistant that was connected 14 days ago, and used just now. */
export const assistantOf = (
  id: number,
  name: string,
  changes: Partial<ConnectedAssistant> = {},
): ConnectedAssistant => ({
  id,
  name,
  host: `${name.toLowerCase()}.example`,
  may_write: false,
  connected_at: new Date(Date.now() - 14 * DAY).toISOString(),
  last_used_at: new Date().toISOString(),
  ends_at: new Date(Date.now() + 30 * DAY).toISOString(),
  ...changes,
})

/** With the workspace's rule that assistants may connect by consent. */
export const assistantsOf = (...assistants: ConnectedAssistant[]): ConnectedAssistants => ({
  allowed: 'consent',
  hosts: ['claude.ai', 'chatgpt.com'],
  // The server’s own name, not the one that this browser uses.
  address: 'https://desk.example.com/api/mcp',
  assistants,
})
