import type { contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { type ExportsService, presentExport } from '../../ground/area.ts'
import { CONTENT_TRACKER } from './content-files.ts'
import { presentPost, presentTask } from './present.ts'
import type { ContentTrackerService } from './service.ts'

export function contentTrackerHandlers(
  service: ContentTrackerService,
  exports: Pick<ExportsService, 'startExport'>,
): Handlers<typeof contentTrackerEndpoints> {
  return {
    async content({ actor, query }) {
      const { total, rows } = await service.readContent(query)
      return { pageInfo: { total }, edges: rows.map((post) => presentPost(actor, post)) }
    },
    overview: ({ query }) => service.readOverview(query),
    products: ({ query }) => service.readProducts(query),
    revenue: ({ query }) => service.readHistory(query),
    causes: ({ query: { site, post_id: postId } }) => service.readCauses({ site, postId }),
    async requestUpdate({ actor, body: { post_id: postId, ...body }, once }) {
      return { article_id: await service.requestUpdate(actor, { ...body, postId }, once) }
    },
    tasks: async ({ query }) => (await service.readTasks(query)).map(presentTask),
    manyTasks: async ({ body }) => (await service.readTasks(body)).map(presentTask),
    taskValues: () => service.listTaskValues(),
    async export({ actor, query: { page: _, post_id: postId, ...filter } }) {
      return presentExport(await exports.startExport(actor, CONTENT_TRACKER, { ...filter, postId }))
    },
  }
}
