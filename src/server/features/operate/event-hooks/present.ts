import type {
  EventHook,
  EventHookDetails,
  EventSend,
  EventSendDetails,
} from '#shared/features/operate/event-hooks/contract.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import { shownAddress } from './body-text.ts'
import type { ReadHook } from './hook-reader.ts'
import type { HookRow, SendRow } from './queries.ts'
import type { ReadSend } from './service.ts'

const iso = (moment: string) => new Date(moment).toISOString()
const isoOrNull = (moment: string | null) => (moment === null ? null : iso(moment))

/** Empty where the server's key does not open it: it must be entered again. */
const addressOf = ({ format, address }: HookRow, box: SecretBox): string => {
  const opened = box.open(address)
  return opened === null ? '' : shownAddress(format, opened)
}

export function presentHook(row: HookRow, { box, now }: { box: SecretBox; now: Date }): EventHook {
  const { id, name, format, host, types, sites, timing, state, last, hours, version } = row
  const oldEnd = isoOrNull(row.old_secret_ends_at)
  const isFailing = state === 'active' && row.failing_since !== null
  return {
    ...{ id, name, format, address: addressOf(row, box), host, types, sites, timing, hours, version },
    state: isFailing ? 'failing' : state,
    stopped_at: isoOrNull(row.stopped_at),
    paused_by: state === 'paused' ? row.paused_by : null,
    failing_since: isoOrNull(row.failing_since),
    last: last && { ...last, at: iso(last.at), next_try_at: isoOrNull(last.next_try_at) },
    old_secret_ends_at: oldEnd !== null && oldEnd > now.toISOString() ? oldEnd : null,
    created_at: iso(row.created_at),
    created_by: row.created_by,
  }
}

export const presentHookDetails = (
  { row, numbers }: ReadHook,
  context: { box: SecretBox; now: Date },
): EventHookDetails => ({
  ...presentHook(row, context),
  ...numbers,
  oldest_waiting_at: isoOrNull(numbers.oldest_waiting_at),
})

export const presentSend = (row: SendRow): EventSend => ({
  ...row,
  created_at: iso(row.created_at),
  tried_at: isoOrNull(row.tried_at),
  next_try_at: isoOrNull(row.next_try_at),
})

export function presentSendDetails({ row, tries, hook }: ReadSend, box: SecretBox): EventSendDetails {
  const last = tries.at(-1)
  return {
    ...presentSend(row),
    attempts: tries.map(({ at, status, error, ms, arrived }) => ({
      at: iso(at),
      status,
      error,
      ms,
      arrived,
    })),
    request: {
      address: addressOf(hook, box),
      headers: last?.request.headers ?? [],
      body: last?.request.body ?? '',
      is_rotating: last?.is_rotating ?? false,
    },
    answer:
      last && last.status !== null
        ? {
            status: last.status,
            headers: last.headers ?? [],
            body: last.body ?? '',
            is_cut: last.is_cut,
            ms: last.ms,
            wait_seconds: last.wait_seconds,
          }
        : null,
  }
}
