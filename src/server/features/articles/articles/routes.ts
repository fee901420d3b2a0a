import type { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { ARTICLE_STATUSES, statusLabel } from '#shared/features/articles/articles/rules.ts'
import type { Call, Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import { listText, objectText } from '../../../db/json/json-text.ts'
import { presentArticle, presentConflict, presentSuggestion } from './present.ts'
import { findPlace } from './queries.ts'
import type { ArticlesService } from './service.ts'

export function articleHandlers(db: Db, service: ArticlesService): Handlers<typeof articleEndpoints> {
  const save = async ({ actor, params, body }: Call<typeof articleEndpoints.update>) =>
    presentArticle(await service.saveArticle(actor, params.id, body).catch(presentConflict))

  return {
    async list({ actor, query }) {
      const { rows, totalCount } = await service.searchHistory(actor, query)
      return objectText({ nodes: listText(rows), totalCount, page: query.page })
    },
    listStatuses: async () => ARTICLE_STATUSES.map((value) => ({ label: statusLabel(value), value })),
    async listPending({ actor, query }) {
      const { articles, total } = await service.listPending(actor, query)
      return { nodes: articles.map(presentArticle), totalCount: total, page: query.page }
    },
    suggest: async ({ actor, query }) =>
      (await service.suggestArticles(actor, query.query)).map(presentSuggestion),
    read: async ({ actor, params }) => presentArticle(await service.readArticle(actor, params.id)),
    async place({ actor, params }) {
      await service.readArticle(actor, params.id)
      return findPlace(db, actor, params.id)
    },
    create: async ({ actor, body, once }) => presentArticle(await service.createArticle(actor, body, once)),
    replace: save,
    update: save,
    validate: async ({ actor, params, body }) =>
      presentArticle(await service.reviewArticle(actor, { id: params.id, ...body }).catch(presentConflict)),
    tick: async ({ actor, params, body: { position, done } }) =>
      presentArticle(await service.tickChecklist(actor, { articleId: params.id, position, isDone: done })),
    cancel: async ({ actor, params }) => presentArticle(await service.cancelArticle(actor, params.id)),
    resubmit: async ({ actor, params, body }) =>
      presentArticle(await service.resubmitArticle(actor, { id: params.id, ...body })),
    async remove({ actor, params }) {
      await service.deleteArticle(actor, params.id)
      return undefined
    },
    searchTasks: ({ query }) => service.searchTasks(query.search),
    addTask: async ({ actor, body }) =>
      presentArticle(await service.addTask(actor, { keywordId: body.keyword_id, gid: body.gid })),
    async sync({ actor, params }) {
      const { whole, changed, waitSeconds } = await service.syncArticle(actor, params.id)
      return { ...presentArticle(whole), changed: [...changed], wait_seconds: waitSeconds }
    },
    retryCopy: async ({ actor, params, body: { target } }) =>
      presentArticle(await service.retryCopy(actor, { articleId: params.id, target })),
    restorePost: async ({ actor, params, body: { remedy } }) =>
      presentArticle(await service.restorePost(actor, { articleId: params.id, remedy })),
    async unlinkKeyword({ actor, params }) {
      await service.unlinkKeyword(actor, { articleId: params.id, keywordId: params.keywordId })
      return undefined
    },
  }
}
