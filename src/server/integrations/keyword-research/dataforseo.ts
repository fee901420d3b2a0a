import { z } from 'zod'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { MOST_RESEARCHED, type ResearchedKeyword, type ResearchedQuestion } from './port.ts'
import type { DataForSeoAccount } from './research-settings.ts'

export const DATAFORSEO = 'DataForSEO'
/** Reports the account's status, free of charge. */
export const DATAFORSEO_ACCOUNT_PATH = '/v3/appendix/user_data'
/** A user waits for every call. */
const LONGEST_WAIT_MS = 1500
const TIMEOUT_MS = 40_000
const MONTHS = 12

/** The vendor's ids of the countries; its names for them are not stable. */
const PLACES: Readonly<Record<Country, { location: number; language: string }>> = {
  us: { location: 2840, language: 'en' },
  uk: { location: 2826, language: 'en' },
  ca: { location: 2124, language: 'en' },
  de: { location: 2276, language: 'de' },
  fr: { location: 2250, language: 'fr' },
  it: { location: 2380, language: 'it' },
  es: { location: 2724, language: 'es' },
  mx: { location: 2484, language: 'es' },
  jp: { location: 2392, language: 'ja' },
  in: { location: 2356, language: 'en' },
}

const OK = 20_000
const NO_RESULTS = 40_102
const PER_MINUTE_MS = 60_000

/** Meaning of the vendor's own codes. Nearly all of them come with HTTP 200. */
function kindOfCode(code: number): IntegrationErrorKind {
  if (code === 40_202) return 'rate_limited'
  if (code === 40_200 || code === 40_210) return 'payment_required'
  if (code === 40_100 || code === 40_104) return 'unauthorized'
  // The vendor's search engine failed; our request was valid.
  if (code === 40_101) return 'unavailable'
  if (code === 40_501 || code === 40_503) return 'invalid'
  return code >= 50_000 ? 'unavailable' : 'bad_response'
}

interface Verdict {
  status_code: number
  status_message?: string | null | undefined
}

function refuse(operation: string, { status_code: code, status_message: said }: Verdict): never {
  const kind = kindOfCode(code)
  throw new IntegrationError(`${DATAFORSEO} refused to ${operation}: ${code} ${said ?? ''}`, {
    system: DATAFORSEO,
    operation,
    kind,
    vendorCode: String(code),
    ...(kind === 'rate_limited' ? { retryAfterMs: PER_MINUTE_MS } : {}),
  })
}

/**
 * The result of the single task. The status is in the response twice. It is thrown while parsing, so that
 * rate-limit pauses apply.
 */
const answerOf = <Result extends z.ZodType>(operation: string, result: Result) =>
  z
    .object({
      status_code: z.number(),
      status_message: z.string().nullish(),
      tasks: z
        .array(
          z.object({
            status_code: z.number(),
            status_message: z.string().nullish(),
            result: z.array(result).nullish(),
          }),
        )
        .nullish(),
    })
    .transform((answer) => {
      if (answer.status_code !== OK) refuse(operation, answer)
      const [task] = answer.tasks ?? []
      if (task === undefined || task.status_code === NO_RESULTS) return []
      if (task.status_code !== OK) refuse(operation, task)
      return task.result ?? []
    })

const Suggestion = z.object({
  keyword: z.string(),
  keyword_info: z
    .object({
      search_volume: z.number().nullish(),
      /** 0 to 1. */
      competition: z.number().nullish(),
      /** Newest first. */
      monthly_searches: z
        .array(z.object({ year: z.number(), month: z.number(), search_volume: z.number().nullish() }))
        .nullish(),
    })
    .nullish(),
})
type Suggestion = z.infer<typeof Suggestion>

const Suggestions = z.object({ items: z.array(Suggestion).nullish() })

/** Related searches, whether or not they contain the words. */
const Related = z.object({ items: z.array(z.object({ keyword_data: Suggestion.nullish() })).nullish() })

const ResultPage = z.object({
  items: z
    .array(
      z.object({
        type: z.string(),
        items: z
          .array(
            z.object({
              title: z.string().nullish(),
              expanded_element: z
                .array(
                  z.object({
                    title: z.string().nullish(),
                    url: z.string().nullish(),
                    domain: z.string().nullish(),
                    description: z.string().nullish(),
                  }),
                )
                .nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
})

function researchedOf({ keyword, keyword_info: info }: Suggestion): ResearchedKeyword {
  const months = (info?.monthly_searches ?? []).toSorted(
    (one, other) => one.year - other.year || one.month - other.month,
  )
  const competition = info?.competition ?? null
  return {
    keyword,
    volume: info?.search_volume ?? null,
    competition: competition === null ? null : Math.round(competition * 100),
    months: months.slice(-MONTHS).flatMap(({ search_volume: volume }) => volume ?? []),
  }
}

/** Each keyword once, with its last data; most searched first. */
function mostSearched(rows: readonly ResearchedKeyword[]): ResearchedKeyword[] {
  const byWords = new Map(rows.map((row) => [row.keyword, row]))
  return [...byWords.values()]
    .toSorted((one, other) => (other.volume ?? -1) - (one.volume ?? -1))
    .slice(0, MOST_RESEARCHED)
}

const httpsOnly = (url: string | null | undefined) => (url?.startsWith('https://') ? url : null)

function questionsIn(pages: readonly z.infer<typeof ResultPage>[]): ResearchedQuestion[] {
  const asked = pages
    .flatMap(({ items }) => items ?? [])
    .filter(({ type }) => type === 'people_also_ask')
    .flatMap(({ items }) => items ?? [])
  return asked.flatMap(({ title: question, expanded_element: elements }) => {
    const [told] = elements ?? []
    if (!question || !told?.description) return []
    return [
      {
        question,
        answer: told.description,
        source: told.domain ?? told.title ?? '',
        link: httpsOnly(told.url),
      },
    ]
  })
}

export interface ResearchClientOptions<Account> {
  account: Account
  clock?: () => number
  fetch?: typeof fetch
  accountStore?: AccountStore | undefined
  timeoutMs?: number
}

const placeOf = (country: Country) => ({
  location_code: PLACES[country].location,
  language_code: PLACES[country].language,
})

/** Results so far are paid for, and are returned even if a later call is refused. */
const keeping = (found: readonly ResearchedKeyword[]) => (error: unknown) => {
  if (error instanceof IntegrationError && found.length > 0) return []
  throw error
}

/** Keyword research by DataForSEO. Each call has one task. */
export function createDataForSeo({ account, ...rest }: ResearchClientOptions<DataForSeoAccount>) {
  const credentials = Buffer.from(`${account.login}:${account.password}`).toString('base64')
  const client = createVendorClient({
    system: DATAFORSEO,
    baseUrl: account.baseUrl,
    headers: () => ({ authorization: `Basic ${credentials}` }),
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    ...rest,
  })
  const operation = 'find keywords'
  const readRelated = (task: object) =>
    client.send({
      ...{ operation, method: 'POST' },
      path: '/v3/dataforseo_labs/google/related_keywords/live',
      json: [{ ...task, order_by: ['keyword_data.keyword_info.search_volume,desc'] }],
      answer: answerOf(operation, Related),
    })
  return {
    /** Terms that contain the words; if there are few, related ones too, each once. */
    async keywords(words: string, country: Country): Promise<ResearchedKeyword[]> {
      const task = { keyword: words, ...placeOf(country), limit: MOST_RESEARCHED }
      const results = await client.send({
        ...{ operation, method: 'POST' },
        path: '/v3/dataforseo_labs/google/keyword_suggestions/live',
        json: [{ ...task, order_by: ['keyword_info.search_volume,desc'] }],
        answer: answerOf(operation, Suggestions),
      })
      const suggested = results.flatMap(({ items }) => items ?? []).map(researchedOf)
      if (suggested.length >= MOST_RESEARCHED) return suggested
      const more = await readRelated(task).catch(keeping(suggested))
      const related = more
        .flatMap(({ items }) => items ?? [])
        .flatMap(({ keyword_data: found }) => found ?? [])
      return mostSearched([...related.map(researchedOf), ...suggested])
    },
    async questions(words: string, country: Country): Promise<ResearchedQuestion[]> {
      const operation = 'find questions'
      const results = await client.send({
        operation,
        method: 'POST',
        path: '/v3/serp/google/organic/live/advanced',
        json: [{ keyword: words, ...placeOf(country), people_also_ask_click_depth: 2 }],
        answer: answerOf(operation, ResultPage),
      })
      return questionsIn(results)
    },
    /** Free of charge. */
    async check(): Promise<string> {
      const operation = 'read account'
      await client.send({
        operation,
        method: 'GET',
        path: DATAFORSEO_ACCOUNT_PATH,
        answer: answerOf(operation, z.object({})),
      })
      return 'DataForSEO answers.'
    },
  }
}
