import type { ConnectedAssistant, ConnectRequest } from '#shared/features/ground/assistants/contract.ts'
import type { OpenRequest } from '../../../integrations/authorization-server/port.ts'
import type { Connection } from './queries.ts'

export const presentRequest = ({
  name,
  host,
  redirectHost,
  isLocal,
  wantsWrite,
  expiresAt,
}: OpenRequest): ConnectRequest => ({
  ...{ name, host, redirect_host: redirectHost, is_local: isLocal, wants_write: wantsWrite },
  expires_at: expiresAt.toISOString(),
})

export const presentConnection = ({
  id,
  name,
  host,
  mayWrite,
  createdAt,
  lastUsedAt,
  expiresAt,
}: Connection): ConnectedAssistant => ({
  ...{ id, name, host, may_write: mayWrite },
  connected_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  ends_at: expiresAt.toISOString(),
})
