import { dayAt } from '#shared/format/day.ts'
import { IntegrationError, OWN_CEILING } from '../integration-error.ts'
import type { AssistantAccount } from './assistant-settings.ts'
import type { ModelClient, PaidStep } from './model-client.ts'
import type { Conversation } from './port.ts'

/** Where what was spent is counted, for all servers of an installation. */
export interface SpendingCounter {
  /** Counts so much more of a day, `yyyy-MM-dd`, unless that would be more than `ceiling`; whether it was counted. */
  take(what: string, day: string, ceiling: number, amount: number): Promise<boolean>
}

interface SpendingParts {
  client: ModelClient
  account: Pick<AssistantAccount, 'dollarsPerDay' | 'prices' | 'tokensPerStep'>
  counter: SpendingCounter
  timeZone: string
  clock: () => Date
}

const MILLION = 1_000_000
/** At most so many tokens are read: every one stands for a byte or more, whatever the language. */
const mostTokensOf = (conversation: Conversation) => Buffer.byteLength(JSON.stringify(conversation))

/**
 * A model that stops at a day's money. What a step can cost at most is set aside before it is asked for, and what it did
 * not cost is given back: however many ask at once, no more is spent. The count outlives restarts.
 */
export function createSpending({ client, account, counter, timeZone, clock }: SpendingParts) {
  const { source } = client
  const { prices, tokensPerStep, dollarsPerDay } = account
  const what = `${source}, millionths of a dollar`
  const ceiling = Math.round(dollarsPerDay * MILLION)
  // Dollars for a million tokens are millionths for one.
  const costOf = ({ read, written }: PaidStep['tokens']) =>
    Math.ceil(read * prices.read + written * prices.written)

  return async function step(conversation: Conversation): Promise<PaidStep> {
    const day = dayAt(clock(), timeZone)
    const most = costOf({ read: mostTokensOf(conversation), written: tokensPerStep })
    if (!(await counter.take(what, day, ceiling, most))) {
      throw new IntegrationError(`${source} gets no more calls today: the daily budget is spent`, {
        system: source,
        operation: 'stay below the ceiling',
        kind: 'payment_required',
        vendorCode: OWN_CEILING,
        advice: `The bot has used up today’s $${dollarsPerDay.toFixed(2)}. It answers questions again tomorrow.`,
      })
    }
    let spent = 0
    try {
      const taken = await client.step(conversation)
      spent = costOf(taken.tokens)
      return taken
    } catch (error) {
      // An answer that did not come in time may have been written all the same.
      const mayHaveCost =
        error instanceof IntegrationError && ['timeout', 'bad_response'].includes(error.kind)
      spent = mayHaveCost ? most : 0
      throw error
    } finally {
      if (spent !== most) await counter.take(what, day, Number.MAX_SAFE_INTEGER, spent - most)
    }
  }
}
