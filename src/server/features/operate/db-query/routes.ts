import { dbQueryEndpoints } from '#shared/features/operate/db-query/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentExport } from '../../ground/area.ts'
import { presentAttempt, presentQuery } from './present.ts'
import type { FoundQuery } from './queries.ts'
import type { DbQueryService } from './service.ts'

export function dbQueryHandlers(service: DbQueryService): Handlers<typeof dbQueryEndpoints> {
  return {
    execute: ({ actor, body, untilHungUp }) => service.execute(actor, body.query, untilHungUp()),
    export: async ({ actor, body }) => presentExport(await service.startReport(actor, body)),
    console: () => service.readConsole(),
    history: async ({ actor }) => (await service.listAttempts(actor)).map(presentAttempt),
    saved: async ({ actor }) => (await service.listQueries()).map((query) => presentQuery(query, actor)),
    save: async ({ actor, body, once }) => presentQuery(await service.saveQuery(actor, body, once), actor),
    update: async ({ actor, params, body }) =>
      presentQuery(
        await service
          .updateQuery(actor, { ...params, ...body })
          .catch(
            presentOldVersion(dbQueryEndpoints.update, (current: FoundQuery) => presentQuery(current, actor)),
          ),
        actor,
      ),
    async remove({ actor, params }) {
      await service.removeQuery(actor, params.id)
      return undefined
    },
  }
}
