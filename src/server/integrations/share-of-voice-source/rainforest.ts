import type { PauseStore } from '../vendor-client/account-gate.ts'
import { createPace } from '../vendor-client/pace.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { onePerPublisher, type ShareOfVoiceSource } from './port.ts'
import { hitOf } from './rainforest-answer.ts'
import { AccountAnswer, RainforestRefusal, SearchAnswer } from './rainforest-schemas.ts'
import type { RainforestAccount } from './rainforest-settings.ts'

const SYSTEM = 'Rainforest'
/** A search is loaded while one waits for it. */
const TIMEOUT_MS = 40_000
const AT_ONCE = 8
/** Five searches a second. */
const BETWEEN_REQUESTS_MS = 200

export interface RainforestOptions {
  account: RainforestAccount
  clock?: () => number
  fetch?: typeof fetch
  pauses?: PauseStore
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
  const { account, clock = Date.now, betweenRequestsMs = BETWEEN_REQUESTS_MS, ...rest } = options
  const pace = createPace(betweenRequestsMs, clock)
  const own = new Set(account.ownPublishers.map((name) => name.toLowerCase()))
  const client = createVendorClient({
    system: SYSTEM,
    baseUrl: account.baseUrl,
    vendorCode,
    clock,
    atOnce: AT_ONCE,
    timeoutMs: TIMEOUT_MS,
    ...rest,
    async headers() {
      await pace()
      return {}
    },
  })
  return {
    atOnce: AT_ONCE,
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
