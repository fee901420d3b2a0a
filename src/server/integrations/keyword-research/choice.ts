import { z } from 'zod'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import { createAnswerStore } from '../../db/sql/market-answers.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createCallCounter } from '../../db/vendors/vendor-calls.ts'
import { createAnswerCache } from '../vendor-client/answer-cache.ts'
import { createCallBudget } from '../vendor-client/call-budget.ts'
import { createBuiltInResearch } from './built-in.ts'
import {
  createDataForSeo,
  DATAFORSEO,
  DATAFORSEO_ACCOUNT_PATH,
  type ResearchClientOptions,
} from './dataforseo.ts'
import type { KeywordResearch } from './port.ts'
import type { ResearchAccount } from './research-settings.ts'
import { createSerpApi, SERPAPI, SERPAPI_ACCOUNT_PATH } from './serpapi.ts'

/** Lifetime of a cached answer. */
const CACHE_HOURS = 24

const Keywords = z.array(
  z.object({
    keyword: z.string(),
    volume: z.number().nullable(),
    competition: z.number().nullable(),
    months: z.array(z.number()),
  }),
)
const Questions = z.array(
  z.object({
    question: z.string(),
    answer: z.string(),
    source: z.string(),
    link: z.string().nullable(),
  }),
)

interface ResearchDeps {
  account: ResearchAccount | undefined
  db: Db
  clock: () => Date
  timeZone: string
  /** For tests: other time limits. */
  vendor?: Pick<ResearchClientOptions<ResearchAccount>, 'timeoutMs'>
}

const createVendor = ({ account, ...options }: ResearchClientOptions<ResearchAccount>) =>
  account.vendor === 'dataforseo'
    ? { source: DATAFORSEO, ...createDataForSeo({ account, ...options }) }
    : { source: SERPAPI, ...createSerpApi({ account, ...options }) }

const tidy = (words: string) => words.trim().replace(/\s+/g, ' ').toLowerCase()

/** The vendor that is configured, or the built-in searches and questions. */
export function chooseKeywordResearch({
  account,
  db,
  clock,
  timeZone,
  vendor,
}: ResearchDeps): KeywordResearch {
  if (account === undefined) return createBuiltInResearch({ db, clock })
  const ceiling = account.callsPerDay
  const budget = createCallBudget({
    system: account.vendor === 'dataforseo' ? DATAFORSEO : SERPAPI,
    counter: createCallCounter(db),
    ceiling,
    perPerson: account.callsPerPerson,
    timeZone,
    clock,
    free: account.vendor === 'dataforseo' ? DATAFORSEO_ACCOUNT_PATH : SERPAPI_ACCOUNT_PATH,
  })
  const { source, ...client } = createVendor({
    account,
    clock: () => clock().getTime(),
    accountStore: createAccountStore(db),
    ...vendor,
    fetch: budget.fetch,
  })
  const answerOf = createAnswerCache({ store: createAnswerStore(db), clock, maxAgeMs: CACHE_HOURS * HOUR_MS })
  const question = (what: string, words: string, country: Country) => `${source} ${what} ${country} ${words}`
  return {
    source,
    keywords: (words, country) =>
      answerOf(question('keywords', tidy(words), country), Keywords, async () =>
        (await client.keywords(tidy(words), country)).map((row) => ({ ...row, months: [...row.months] })),
      ),
    questions: (words, country) =>
      answerOf(question('questions', tidy(words), country), Questions, () =>
        client.questions(tidy(words), country),
      ),
    usage: async () => ({ ...(await budget.usage()), ceiling, cacheHours: CACHE_HOURS }),
    check: async () => ({ adapter: source, ok: true, detail: await client.check() }),
  }
}
