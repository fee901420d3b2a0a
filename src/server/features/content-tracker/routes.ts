import type { contentTrackerEndpoints } from '#shared/features/content-tracker/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { presentExport } from '../exports/present.ts'
import type { ExportsService } from '../exports/service.ts'
import { CONTENT_TRACKER } from './content-files.ts'
import { presentContent, presentOverview, presentPostProduct, presentTask, presentWeek } from './present.ts'
import type { ContentTrackerService } from './service.ts'

export function contentTrackerHandlers(
  service: ContentTrackerService,
  exports: Pick<ExportsService, 'startExport'>,
): Handlers<typeof contentTrackerEndpoints> {
  return {
    async content({ actor, query }) {
      const { total, ...page } = await service.readContent(query)
      return { pageInfo: { total }, edges: presentContent(actor, page) }
    },
    async overview({ query }) {
      return presentOverview(await service.readOverview(query))
    },
    products: async ({ query: { asins = [], ...post } }) =>
      (await service.readProducts({ ...post, asins })).map(presentPostProduct),
    async revenue({ query }) {
      const { history, notice } = await service.readHistory(query)
      return { history: history?.map(presentWeek) ?? null, notice }
    },
    moves: ({ query }) => service.readMoves(query),
    requestUpdate: async ({ actor, body, once }) => ({
      article_id: await service.requestUpdate(actor, body, once),
    }),
    tasks: async ({ query }) => (await service.readTasks(query)).map(presentTask),
    manyTasks: async ({ body }) => (await service.readTasks(body)).map(presentTask),
    taskValues: () => service.listTaskValues(),
    async export({ actor, query: { page: _, ...filter } }) {
      return presentExport(await exports.startExport(actor, CONTENT_TRACKER, filter))
    },
  }
}
