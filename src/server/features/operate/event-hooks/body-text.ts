import { isAddressSecret } from '#shared/features/operate/event-hooks/form.ts'
import type { EventBody, EventData, HookFormat } from '#shared/features/operate/event-hooks/rules.ts'
import { eventPlaceOf } from '#shared/features/operate/event-hooks/rules.ts'
import { slackMessage, teamsMessage } from '#shared/features/operate/event-messages/rules.ts'
import type { Send } from './send-store.ts'

interface Told {
  /** Base address of Copydesk's pages. */
  publicUrl: string
  siteNames: ReadonlyMap<number, string>
}

const idOf = (id: string | null): EventData['id'] => (id !== null && /^\d{1,15}$/.test(id) ? Number(id) : id)

function statusOf({ statusFrom: from, statusTo: to }: Send): Pick<EventData, 'status'> {
  if (from === null && to === null) return {}
  return { status: { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) } }
}

/** The body of an event, the same at every try. */
export function eventBodyOf(send: Send, { publicUrl, siteNames }: Told): EventBody {
  const { type, label, siteId, count, email, actorKind, actorName, number, createdAt } = send
  const id = idOf(send.subjectId)
  const { page, call } = eventPlaceOf(type, { id, count })
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: {
      ...{ id, seq: number, label },
      url: page && publicUrl + page,
      api: call && publicUrl + call,
      site: siteId === null ? null : (siteNames.get(siteId) ?? null),
      ...statusOf(send),
      ...(count === null ? {} : { count }),
      ...(email === null ? {} : { email }),
      actor: { kind: actorKind, name: actorName },
    },
  }
}

/** The body of a request: one event, or for Slack and Teams a message about all of them. */
export function requestBodyOf(format: HookFormat, sends: readonly Send[], told: Told): string {
  const events = sends.map((send) => eventBodyOf(send, told))
  if (format === 'slack') return JSON.stringify(slackMessage(events))
  return JSON.stringify(format === 'teams' ? teamsMessage(events) : events[0])
}

const SHOWN_SIGNATURE = 11

/** Enough of each signature to compare it with a receiver's log, and too little to use it. */
export const cutSignatures = (signatures: string): string =>
  signatures
    .split(' ')
    .map((signature) => `${signature.slice(0, SHOWN_SIGNATURE)}…`)
    .join(' ')

/** An address as lists show it: of Slack and Teams only where it leads. */
export function shownAddress(format: HookFormat, address: string): string {
  return isAddressSecret(format) ? `${new URL(address).origin}/…` : address
}
