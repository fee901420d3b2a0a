import type { adoptionEndpoints } from '#shared/features/posts/adoptions/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { notFound } from '../../../errors.ts'
import { type ExportsService, presentExport } from '../../ground/area.ts'
import { ADOPTION_REPORT } from './adoption-files.ts'
import { presentAdopted, presentAdoption, presentSiteAdoption } from './present.ts'
import type { AdoptionsService } from './service.ts'

export function adoptionHandlers(
  service: AdoptionsService,
  exports: Pick<ExportsService, 'startExport'>,
): Handlers<typeof adoptionEndpoints> {
  return {
    read: async ({ params }) => presentSiteAdoption(await service.readAdoption(params.id)),
    start: async ({ actor, params }) => presentAdoption(await service.adoptSite(actor, params.id)),
    stop: async ({ actor, params }) => presentSiteAdoption(await service.stopAdoption(actor, params.id)),
    async posts({ params, query }) {
      const { rows, total } = await service.readReport(params.id, query)
      return { nodes: rows.map(presentAdopted), totalCount: total }
    },
    async report({ actor, params: { id } }) {
      const code = await service.findSiteOfRun(id)
      if (code === undefined) throw notFound('Adoption')
      return presentExport(await exports.startExport(actor, ADOPTION_REPORT, { adoptionId: id, code }))
    },
    keywords: ({ actor, params }) => service.previewKeywords(actor, params.id),
    addKeywords: ({ actor, params }) => service.addKeywords(actor, params.id),
  }
}
