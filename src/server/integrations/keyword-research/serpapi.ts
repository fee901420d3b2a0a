import { z } from 'zod'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { ResearchClientOptions } from './dataforseo.ts'
import { MOST_RESEARCHED, type ResearchedKeyword, type ResearchedQuestion } from './port.ts'
import type { SerpApiAccount } from './research-settings.ts'

export const SERPAPI = 'SerpApi'
/** What it says of the account, free of charge. */
export const SERPAPI_ACCOUNT_PATH = '/account.json'
/** A person waits for every call. */
const LONGEST_WAIT_MS = 1500
const TIMEOUT_MS = 30_000

/** What the search engine calls the countries, and their languages. */
const PLACES: Readonly<Record<Country, { gl: string; hl: string }>> = {
  us: { gl: 'us', hl: 'en' },
  uk: { gl: 'uk', hl: 'en' },
  ca: { gl: 'ca', hl: 'en' },
  de: { gl: 'de', hl: 'de' },
  fr: { gl: 'fr', hl: 'fr' },
  it: { gl: 'it', hl: 'it' },
  es: { gl: 'es', hl: 'es' },
  mx: { gl: 'mx', hl: 'es' },
  jp: { gl: 'jp', hl: 'ja' },
  in: { gl: 'in', hl: 'en' },
}

/** A search without results succeeds with an `error` field and without lists. That is not a failure. */
const search_metadata = z.object({ status: z.string().nullish() })
const Completions = z.object({
  search_metadata,
  suggestions: z.array(z.object({ value: z.string() })).nullish(),
})
const ResultPage = z.object({
  search_metadata,
  related_questions: z
    .array(
      z.object({
        question: z.string().nullish(),
        snippet: z.string().nullish(),
        title: z.string().nullish(),
        link: z.string().nullish(),
        displayed_link: z.string().nullish(),
      }),
    )
    .nullish(),
  related_searches: z.array(z.object({ query: z.string().nullish() })).nullish(),
})
const AccountAnswer = z.object({ total_searches_left: z.number().nullish() })
const Refusal = z.object({ error: z.string() })

const hostOf = (link: string | null | undefined) =>
  link ? (URL.parse(link)?.hostname.replace(/^www\./, '') ?? null) : null

function questionOf(entry: NonNullable<z.infer<typeof ResultPage>['related_questions']>[number]) {
  const { question, snippet, title, link } = entry
  if (!question || !snippet) return []
  return [
    {
      question,
      answer: snippet,
      source: hostOf(link) ?? title ?? '',
      link: link?.startsWith('https://') ? link : null,
    },
  ]
}

/** The calls that we make, each as the vendor names it. The key is part of the address, which is never logged. */
function createCalls({ account, ...rest }: ResearchClientOptions<SerpApiAccount>) {
  const client = createVendorClient({
    system: SERPAPI,
    baseUrl: account.baseUrl,
    headers: () => ({}),
    // It repeats what it was asked, the key with it.
    vendorCode: (body) => Refusal.safeParse(body).data?.error.replaceAll(account.key, '…').slice(0, 200),
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    ...rest,
  })
  const ask = <Answer>(
    operation: string,
    path: string,
    query: Readonly<Record<string, string>>,
    answer: z.ZodType<Answer>,
  ) =>
    client.send({
      operation,
      method: 'GET',
      path,
      query: { ...query, api_key: account.key },
      answer,
    })
  const readAccount = () => ask('read account', SERPAPI_ACCOUNT_PATH, {}, AccountAnswer)

  /** This status means either the hourly limit or that all searches are used up. The account shows which. */
  async function explained(operation: string, error: unknown): Promise<unknown> {
    if (!(error instanceof IntegrationError) || error.status !== 429) return error
    const left = await readAccount().catch(() => null)
    if (left?.total_searches_left !== 0) return error
    return new IntegrationError(`${SERPAPI} has no searches left`, {
      system: SERPAPI,
      operation,
      kind: 'payment_required',
      cause: error,
    })
  }

  const search = async <Answer>(
    operation: string,
    query: Readonly<Record<'engine' | 'q' | 'gl' | 'hl', string>>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> => {
    try {
      return await ask(operation, '/search', query, answer)
    } catch (error) {
      throw await explained(operation, error)
    }
  }
  return { readAccount, search }
}

/** Search terms and questions from the search engine, read through SerpApi. It has no search volumes. */
export function createSerpApi(options: ResearchClientOptions<SerpApiAccount>) {
  const { readAccount, search } = createCalls(options)
  const readPage = (words: string, country: Country) =>
    search('find questions', { engine: 'google', q: words, ...PLACES[country] }, ResultPage)
  return {
    async keywords(words: string, country: Country): Promise<ResearchedKeyword[]> {
      const query = { engine: 'google_autocomplete', q: words, ...PLACES[country] }
      const { suggestions } = await search('find keywords', query, Completions)
      const { related_searches: related } = await readPage(words, country)
      const typed = [
        ...(suggestions ?? []).map(({ value }) => value),
        ...(related ?? []).flatMap(({ query: each }) => each ?? []),
      ]
      return [...new Set(typed.map((each) => each.trim().toLowerCase()))]
        .filter((each) => each !== '')
        .slice(0, MOST_RESEARCHED)
        .map((keyword) => ({ keyword, volume: null, competition: null, months: [] }))
    },
    async questions(words: string, country: Country): Promise<ResearchedQuestion[]> {
      const { related_questions: questions } = await readPage(words, country)
      return (questions ?? []).flatMap(questionOf)
    },
    async check(): Promise<string> {
      const { total_searches_left: left } = await readAccount()
      return left == null ? 'SerpApi answers.' : `SerpApi answers: ${left} searches are left.`
    },
  }
}
