import type { VendorQuestion } from './vendor-stub.ts'

export const RELATED = '/v3/dataforseo_labs/google/related_keywords/live'

const MONTHS = Array.from({ length: 14 }, (_, back) => ({
  // Newest first, like the vendor.
  year: back < 11 ? 2026 : 2025,
  month: back < 11 ? 11 - back : 23 - back,
  search_volume: 1000 - back * 10,
}))

export const task = (result: unknown, code = 20_000) => ({
  status_code: 20_000,
  status_message: 'Ok.',
  tasks: [{ status_code: code, status_message: 'Said.', result }],
})

/** What the two vendors of keyword research answer on loopback, by what they are asked. */
export function usualAnswer({ path, query, body }: VendorQuestion): unknown {
  if (path === '/v3/appendix/user_data') return task([{ login: 'desk' }])
  if (path === '/v3/dataforseo_labs/google/keyword_suggestions/live') {
    const [{ keyword }] = body
    return task([
      {
        items: [
          {
            keyword,
            keyword_info: { search_volume: 40_500, competition: 0.384, monthly_searches: MONTHS },
          },
          { keyword: `${keyword} with lid`, keyword_info: { search_volume: null, competition: null } },
          { keyword: `${keyword} bare`, keyword_info: null },
        ],
      },
    ])
  }
  if (path === RELATED) {
    const [{ keyword }] = body
    const of = (words: string, volume: number) => ({
      keyword_data: { keyword: words, keyword_info: { search_volume: volume } },
    })
    return task([{ items: [of('hot water dispenser', 9000), of(keyword, 1), { keyword_data: null }] }])
  }
  if (path === '/v3/serp/google/organic/live/advanced') {
    const told = {
      title: 'A page',
      url: 'https://kettles.example/a',
      domain: 'kettles.example',
      description: 'Yes.',
    }
    return task([
      {
        items: [
          { type: 'organic', title: 'A result' },
          {
            type: 'people_also_ask',
            items: [
              { title: 'Is it loud?', expanded_element: [told] },
              {
                title: 'Is it dear?',
                expanded_element: [{ ...told, url: 'http://plain.example/b', description: 'No.' }],
              },
              { title: 'Nobody knows?', expanded_element: [] },
            ],
          },
        ],
      },
    ])
  }
  if (path === '/account.json') return { total_searches_left: 12 }
  if (query.engine === 'google_autocomplete')
    return {
      search_metadata: { status: 'Success' },
      suggestions: [
        { value: 'Kettle with lid', relevance: 900 },
        { value: 'kettle small', relevance: 800 },
      ],
    }
  if (query.engine === 'google')
    return {
      search_metadata: { status: 'Success' },
      related_questions: [
        { question: 'Is it loud?', snippet: 'Yes.', title: 'A page', link: 'https://www.kettles.example/a' },
        { question: 'Without an answer?', snippet: null },
      ],
      related_searches: [{ query: 'kettle small' }, { query: 'best kettle' }],
    }
  return undefined
}
