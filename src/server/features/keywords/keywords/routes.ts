import type { Pool } from 'pg'
import type { KeywordQuery, keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { copyOut } from '../../../db/backup/copy-out.ts'
import { listText, objectText, parseText } from '../../../db/json/json-text.ts'
import { presentMoves, presentOverwritten, presentWords } from './present.ts'
import type { KeywordsService } from './service.ts'

/** A request with only the typed words is for suggestions; any other is for a table. */
const isSuggestion = ({ keyword: _keyword, ...rest }: KeywordQuery) =>
  Object.values(rest).every((value) => value === undefined)

export function keywordHandlers(pool: Pool, service: KeywordsService): Handlers<typeof keywordEndpoints> {
  return {
    async list({ actor, query }) {
      if (isSuggestion(query)) {
        const found = await service.suggestKeywords(query.keyword ?? '')
        return found.map(presentWords)
      }
      const { meta, rows } = await service.searchKeywords(actor, query)
      return objectText({ meta: { total: meta.total, is_more: meta.isMore }, data: listText(rows) })
    },
    read: ({ actor, params }) => service.readKeyword(actor, params.id),
    async create({ actor, body, once }) {
      const { id, changeId } = await service.createKeyword(actor, body, once)
      return { ...parseText(await service.readKeyword(actor, id)), change_id: changeId }
    },
    async createMany({ actor, body, once }) {
      const { added, existing, changeId } = await service.addKeywords(actor, body, once)
      return { added: added.map(presentWords), existing: existing.map(presentWords), change_id: changeId }
    },
    async update({ actor, params, body }) {
      const changeId = await service.updateKeyword(actor, params.id, body).catch(presentOverwritten)
      const keyword = parseText(await service.readKeyword(actor, params.id))
      return { ...keyword, change_id: changeId }
    },
    csv: async ({ actor, query }) => ({
      name: 'keywords.csv',
      content: copyOut(pool, service.exportQuery(actor, query), actor.id),
    }),
    moves: async ({ actor }) => presentMoves(await service.readMoves(actor)),
    tags: () => service.searchTags({}),
    searchTags: ({ query }) => service.searchTags(query),
  }
}
