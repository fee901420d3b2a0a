import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { text } from '../../http/fields.ts'

export const KEYWORD_MAXIMUM = 255

export const Keyword = z.object({ keyword_id: z.number(), keyword: z.string() })
export type Keyword = z.infer<typeof Keyword>

export const keywordEndpoints = {
  suggest: endpoint({
    method: 'GET',
    path: '/api/keywords',
    access: ['ViewKeywords', 'CreateArticle'],
    summary: 'The ten keywords that fit best.',
    query: z.object({ keyword: text(KEYWORD_MAXIMUM).default('') }),
    answer: z.array(Keyword),
  }),
}
