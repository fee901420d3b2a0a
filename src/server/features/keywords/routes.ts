import type { keywordEndpoints } from '#shared/features/keywords/contract.ts'
import type { Db } from '../../db/connect.ts'
import type { Handlers } from '../../http/handlers.ts'
import { suggestKeywords } from './queries.ts'

export function keywordHandlers(db: Db): Handlers<typeof keywordEndpoints> {
  return {
    async suggest({ query }) {
      const found = await suggestKeywords(db, query.keyword)
      return found.map(({ id, keyword }) => ({ keyword_id: id, keyword }))
    },
  }
}
