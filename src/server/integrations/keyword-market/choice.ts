import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import { createAnswerStore } from '../../db/sql/market-answers.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createCallCounter } from '../../db/vendors/vendor-calls.ts'
import { createAnswerCache } from '../vendor-client/answer-cache.ts'
import { createCallBudget } from '../vendor-client/call-budget.ts'
import { createBuiltInMarket } from './built-in.ts'
import { createJungleScout } from './jungle-scout.ts'
import { createJungleScoutClient, type JungleScoutOptions, SYSTEM } from './jungle-scout-client.ts'
import type { JungleScoutAccount } from './jungle-scout-settings.ts'
import type { IsOurs } from './keyword-store.ts'
import type { KeywordMarket } from './port.ts'

/** Lifetime of a cached answer. */
const CACHE_HOURS = 24

interface MarketDeps {
  account: JungleScoutAccount | undefined
  db: Db
  clock: () => Date
  timeZone: string
  /** SQL condition for whether a keyword is in our own list. */
  isOurs: IsOurs
  /** For tests: other time limits. */
  vendor?: Pick<JungleScoutOptions, 'fetch' | 'timeoutMs' | 'betweenRequestsMs'>
}

/** Jungle Scout where an account is configured, invented searches where not. */
export function chooseKeywordMarket({ account, timeZone, vendor, ...deps }: MarketDeps): KeywordMarket {
  if (account === undefined) return createBuiltInMarket(deps)
  const { db, clock } = deps
  const ceiling = account.callsPerDay
  const budget = createCallBudget({
    system: SYSTEM,
    counter: createCallCounter(db),
    ceiling,
    perPerson: account.callsPerPerson,
    timeZone,
    clock,
    ...(vendor?.fetch ? { fetch: vendor.fetch } : {}),
  })
  return createJungleScout({
    ...deps,
    client: createJungleScoutClient({
      account,
      clock: () => clock().getTime(),
      accountStore: createAccountStore(db),
      ...vendor,
      fetch: budget.fetch,
    }),
    answerOf: createAnswerCache({ store: createAnswerStore(db), clock, maxAgeMs: CACHE_HOURS * HOUR_MS }),
    usage: async () => ({ ...(await budget.usage()), ceiling, cacheHours: CACHE_HOURS }),
  })
}
