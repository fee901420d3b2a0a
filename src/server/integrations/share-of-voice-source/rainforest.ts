import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { onePerPublisher, type ShareOfVoiceSource } from './port.ts'
import { hitOf } from './rainforest-answer.ts'
import { AccountAnswer, RainforestRefusal, SearchAnswer } from './rainforest-schemas.ts'
import type { RainforestAccount } from './rainforest-settings.ts'

const SYSTEM = 'Rainforest'
/** A search is loaded while one waits for it. */
const TIMEOUT_MS = 40_000
/** Enough searches at the same time for the pace, if each takes less than two seconds. */
const atOnceAt = (perSecond: number) => Math.max(2, Math.ceil(perSecond * 1.6))

export interface RainforestOptions {
  account: RainforestAccount
  clock?: () => number
  fetch?: typeof fetch
  accountStore?: AccountStore
  timeoutMs?: number
  /** Tests do not wait for every request. */
  betweenRequestsMs?: number
}

function vendorCode(body: unknown): string | undefined {
  const parsed = RainforestRefusal.safeParse(body)
  return parsed.success ? parsed.data.request_info.message.slice(0, 200) : undefined
}

/** The editorial recommendations that Amazon shows for a search, as Rainforest reads them: one search per keyword. */
export function createRainforest(options: RainforestOptions): ShareOfVoiceSource {
  const { account, betweenRequestsMs = 1000 / account.perSecond, ...rest } = options
  const atOnce = atOnceAt(account.perSecond)
  const own = new Set(account.ownPublishers.map((name) => name.toLowerCase()))
  const client = createVendorClient({
    system: SYSTEM,
    baseUrl: account.baseUrl,
    vendorCode,
    atOnce,
    timeoutMs: TIMEOUT_MS,
    betweenMs: betweenRequestsMs,
    ...rest,
    headers: () => ({}),
  })
  return {
    atOnce,
    async editorialFor(keyword) {
      const { shopping_advisors: advisors = [] } = await client.send({
        operation: 'search',
        method: 'GET',
        path: '/request',
        query: {
          api_key: account.apiKey,
          type: 'search',
          amazon_domain: account.marketplace.replace(/^www\./, ''),
          search_term: keyword,
        },
        answer: SearchAnswer,
      })
      return onePerPublisher(advisors.map((advisor) => hitOf(advisor, own)))
    },
    async check() {
      await client.send({
        operation: 'read account',
        method: 'GET',
        path: '/account',
        query: { api_key: account.apiKey },
        answer: AccountAnswer,
      })
      return { adapter: SYSTEM, ok: true, detail: `Rainforest answers for ${account.marketplace}.` }
    },
  }
}
