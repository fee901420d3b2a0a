import type { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { ARTICLE_STATUSES, statusLabel } from '#shared/features/articles/articles/rules.ts'
import type { Call, Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import { listText, objectText, parseText } from '../../../db/json/json-text.ts'
import { presentConflict, presentSuggestion } from './present.ts'
import { findPlace } from './queries.ts'
import type { ArticlesService } from './service.ts'

export function articleHandlers(db: Db, service: ArticlesService): Handlers<typeof articleEndpoints> {
  const save = ({ actor, params, body }: Call<typeof articleEndpoints.update>) =>
    service.saveArticle(actor, params.id, body).catch(presentConflict)

  return {
    async list({ actor, query }) {
      const { rows, totalCount } = await service.searchHistory(actor, query)
      return objectText({ nodes: listText(rows), totalCount, page: query.page })
    },
    listStatuses: async () => ARTICLE_STATUSES.map((value) => ({ label: statusLabel(value), value })),
    async listPending({ actor, query }) {
      const { articles, total } = await service.listPending(actor, query)
      return objectText({ nodes: listText(articles), totalCount: total, page: query.page })
    },
    suggest: async ({ actor, query }) =>
      (await service.suggestArticles(actor, query.query)).map(presentSuggestion),
    read: ({ actor, params }) => service.showArticle(actor, params.id),
    async place({ actor, params }) {
      await service.readArticle(actor, params.id)
      return findPlace(db, actor, params.id)
    },
    create: ({ actor, body, once }) => service.createArticle(actor, body, once),
    replace: save,
    update: save,
    validate: ({ actor, params, body }) =>
      service.reviewArticle(actor, { id: params.id, ...body }).catch(presentConflict),
    tick: ({ actor, params, body: { position, done } }) =>
      service.tickChecklist(actor, { articleId: params.id, position, isDone: done }),
    cancel: ({ actor, params }) => service.cancelArticle(actor, params.id),
    resubmit: ({ actor, params, body }) => service.resubmitArticle(actor, { id: params.id, ...body }),
    async remove({ actor, params }) {
      await service.deleteArticle(actor, params.id)
      return undefined
    },
    searchTasks: ({ query }) => service.searchTasks(query.search),
    addTask: ({ actor, body }) => service.addTask(actor, { keywordId: body.keyword_id, gid: body.gid }),
    async sync({ actor, params }) {
      const { article, changed, waitSeconds } = await service.syncArticle(actor, params.id)
      return { ...parseText(article), changed: [...changed], wait_seconds: waitSeconds }
    },
    retryCopy: ({ actor, params, body: { target } }) =>
      service.retryCopy(actor, { articleId: params.id, target }),
    restorePost: ({ actor, params, body: { remedy } }) =>
      service.restorePost(actor, { articleId: params.id, remedy }),
    async unlinkKeyword({ actor, params }) {
      await service.unlinkKeyword(actor, { articleId: params.id, keywordId: params.keywordId })
      return undefined
    },
  }
}
