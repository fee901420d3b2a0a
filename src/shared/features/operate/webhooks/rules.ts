import { DAY_MS } from '#shared/format/duration.ts'
import { keysOf } from '../../../format/keys.ts'

/** The boards of a site, by what they are watched for. */
export const BOARD_LABELS = { content: 'content board', copyboard: 'copyboard' } as const
export type BoardKind = keyof typeof BOARD_LABELS
export const BOARD_KINDS = keysOf(BOARD_LABELS)

/** `silent`: the board confirms the subscription, but has sent nothing for too long. */
export const WEBHOOK_STATES = ['pending', 'active', 'silent', 'failed'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** A vendor's board sends a heartbeat every eight hours. After three missing ones it counts as silent. */
const SILENT_AFTER_MS = DAY_MS

interface Watched {
  state: 'pending' | 'active' | 'failed'
  createdAt: Date
  lastSeenAt: Date | null
}

/** Current state of a webhook. `hasHeartbeat`: the board sends events even without changes. */
export function webhookStateOf(
  { state, createdAt, lastSeenAt }: Watched,
  { now, hasHeartbeat }: { now: Date; hasHeartbeat: boolean },
): WebhookState {
  if (state !== 'active' || !hasHeartbeat) return state
  return now.getTime() - (lastSeenAt ?? createdAt).getTime() > SILENT_AFTER_MS ? 'silent' : 'active'
}
