import type { scanEndpoints } from '#shared/features/operate/scan/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentFunction } from './present.ts'
import type { ScanService } from './service.ts'

export function scanHandlers(service: ScanService): Handlers<typeof scanEndpoints> {
  return {
    async list({ actor, query }) {
      const scans = await service.readScans(actor, query)
      const data = scans.map(({ features, ...scan }) => ({
        ...scan,
        features: features.map(({ functions, ...feature }) => ({
          ...feature,
          functions: functions.map((each) => presentFunction(each, query.site)),
        })),
      }))
      const functions = data.flatMap(({ features }) => features).flatMap((feature) => feature.functions)
      return { data, total: functions.length }
    },
    run: async ({ actor, params, query }) =>
      presentFunction(await service.runFunction(actor, params.id), query.site),
    fix: async ({ actor, params, body }) =>
      presentFunction(await service.fixFunction(actor, params.id, body.fix)),
  }
}
