import type { replacementEndpoints } from '#shared/features/articles/replacements/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentCandidates, presentReplacement, presentRow } from './present.ts'
import type { ReplacementsService } from './service.ts'

export function replacementHandlers(service: ReplacementsService): Handlers<typeof replacementEndpoints> {
  return {
    candidates: async ({ query }) => presentCandidates(await service.findCandidates(query.asin)),
    prepare: async ({ actor, body }) => presentReplacement(await service.prepare(actor, body)),
    async list({ actor, query }) {
      const { rows, total, now } = await service.listReplacements(actor, query.page)
      return { nodes: rows.map((row) => presentRow(row, now)), totalCount: total }
    },
    async back({ actor }) {
      const { rows, now } = await service.listBack(actor)
      return rows.map((row) => presentRow(row, now))
    },
    read: async ({ actor, params }) => presentReplacement(await service.read(actor, params.id)),
    difference: async ({ actor, params }) => service.readDifference(actor, params),
    edits: async ({ actor, params }) => service.readRequested(actor, params.id),
    apply: async ({ actor, params, body }) =>
      presentReplacement(await service.apply(actor, { id: params.id, ...body })),
    retry: async ({ actor, params }) => presentReplacement(await service.retry(actor, params.id)),
    undo: async ({ actor, params }) => presentReplacement(await service.undo(actor, params.id)),
  }
}
