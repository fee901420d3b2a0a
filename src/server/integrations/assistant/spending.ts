import { dayAt } from '#shared/format/day.ts'
import { IntegrationError, OWN_CEILING } from '../integration-error.ts'
import type { AssistantAccount } from './assistant-settings.ts'
import type { ModelClient, PaidStep } from './model-client.ts'
import type { Conversation } from './port.ts'

/** Counter shared by all servers of an installation. */
export interface SpendingCounter {
  /**
   * Adds `amount` to the count of a day, `yyyy-MM-dd`, unless that would exceed `ceiling`. Returns whether it
   * was added.
   */
  take(what: string, day: string, ceiling: number, amount: number): Promise<boolean>
}

interface SpendingDeps {
  client: ModelClient
  account: Pick<AssistantAccount, 'dollarsPerDay' | 'prices' | 'tokensPerStep'>
  counter: SpendingCounter
  timeZone: string
  clock: () => Date
}

const MILLION = 1_000_000
/** Upper bound of input tokens: each token is at least one byte, in every language. */
const mostTokensOf = (conversation: Conversation) => Buffer.byteLength(JSON.stringify(conversation))

/**
 * A model with a daily budget. The maximum cost of a step is reserved before the call, and the unused part is
 * returned, so that concurrent calls cannot exceed the budget. The count survives restarts.
 */
export function createSpending({ client, account, counter, timeZone, clock }: SpendingDeps) {
  const { source } = client
  const { prices, tokensPerStep, dollarsPerDay } = account
  const what = `${source}, millionths of a dollar`
  const ceiling = Math.round(dollarsPerDay * MILLION)
  // Dollars per million tokens equal millionths of a dollar per token.
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
      // An answer that timed out may have been generated anyway.
      const mayHaveCost =
        error instanceof IntegrationError && ['timeout', 'bad_response'].includes(error.kind)
      spent = mayHaveCost ? most : 0
      throw error
    } finally {
      if (spent !== most) await counter.take(what, day, Number.MAX_SAFE_INTEGER, spent - most)
    }
  }
}
