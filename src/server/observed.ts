import { channel } from 'node:diagnostics_channel'

/** A place where events are published. Publishing without a subscriber costs nothing. */
function observed<Event extends object>(name: string) {
  const events = channel(`copydesk:${name}`)
  return {
    isObserved: () => events.hasSubscribers,
    publish: (event: Event) => {
      if (events.hasSubscribers) events.publish(event)
    },
    /** Returns a function that ends the subscription. */
    subscribe(listener: (event: Event) => void): () => void {
      const receive = (event: unknown) => listener(event as Event)
      events.subscribe(receive)
      return () => events.unsubscribe(receive)
    },
  }
}

/** Transactions that have ended, nested ones left out; in seconds. */
export const transactions = observed<{ seconds: number }>('transaction')

/** Calls to vendors that have ended, with all their tries. `outcome` is `ok` or the kind of the failure. */
export const vendorCalls = observed<{ system: string; outcome: string }>('vendor-call')

/** Tries of events for hooks that have ended: `sent`, `failed` with another try to come, or `given_up`. */
export const eventSendsEnded = observed<{ outcome: 'sent' | 'failed' | 'given_up' }>('event-send')

/** Entries of the audit trail. They are published when they are written, before their transaction ends. */
export const auditEntries = observed<{ act: string; actorKind: string; after: object | undefined }>(
  'audit-entry',
)
