import { z } from 'zod'
import { type EditorialHit, onePerPublisher, type ReadStoredSearch } from './port.ts'
import { type Advisor, RainforestRefusal, SearchAnswer } from './rainforest-schemas.ts'

/** The account that a publisher earns with, as its links say; null where they do not. */
function partnerTagOf(link: string | undefined): string | null {
  return link !== undefined && URL.canParse(link) ? new URL(link).searchParams.get('tag') : null
}

/** Converts an advisor to a hit. `own` contains our names and partner tags in lower case. */
export function hitOf(
  { profile, article, recommendations }: Advisor,
  own: ReadonlySet<string>,
): EditorialHit {
  const names = [profile.name, partnerTagOf(article.link) ?? '']
  return {
    publisher: profile.name,
    isWinning: names.some((name) => own.has(name.toLowerCase())),
    title: article.title,
    publishedDate: article.date ?? null,
    url: article.link ?? null,
    items: recommendations.flatMap(({ title, sub_title: subheader, body, product }) =>
      product === undefined
        ? []
        : [
            {
              asin: product.asin,
              name: product.title,
              award: title,
              ...(subheader ? { subheader } : {}),
              blurb: body,
            },
          ],
    ),
  }
}

const Asked = z.object({
  request_parameters: z.object({ search_term: z.string() }),
  request_metadata: z.object({ processed_at: z.string().optional(), created_at: z.string().optional() }),
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Parses a stored answer: a single one, or from a collection, below `result`. Null for any other format. */
export const readStoredSearch: ReadStoredSearch = (line, own) => {
  const answer = 'result' in line && isObject(line.result) ? line.result : line
  if (!('request_info' in answer) && !('request_parameters' in answer)) return null
  const search = SearchAnswer.safeParse(answer)
  if (!search.success) {
    const said = RainforestRefusal.safeParse(answer).data?.request_info.message
    return { fault: said === undefined ? 'The search has no answer.' : `The search was refused: ${said}` }
  }
  const asked = Asked.safeParse(answer).data
  const { processed_at: processed, created_at: created } = asked?.request_metadata ?? {}
  const moment = new Date(processed ?? created ?? '')
  if (asked === undefined || Number.isNaN(moment.getTime())) {
    return { fault: 'The answer lacks the search term or the time.' }
  }
  const hits = (search.data.shopping_advisors ?? []).map((advisor) => hitOf(advisor, own))
  return { keyword: asked.request_parameters.search_term, moment, hits: onePerPublisher(hits) }
}
