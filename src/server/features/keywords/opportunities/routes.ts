import type { opportunityEndpoints } from '#shared/features/keywords/opportunities/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { withBilledUser } from '../../../integrations/billed-user.ts'
import type { HistoryKind } from '../../../integrations/keyword-market/port.ts'
import {
  presentHistory,
  presentLead,
  presentMarketProduct,
  presentOpportunity,
  presentOverview,
  presentSearched,
  presentUsage,
} from './present.ts'
import type { OpportunitiesService } from './service.ts'

type OpportunityHandlers = Handlers<typeof opportunityEndpoints>

export function opportunityHandlers(service: OpportunitiesService): OpportunityHandlers {
  const chart =
    (kind: HistoryKind): OpportunityHandlers['searchVolume'] =>
    async ({ actor, query }) =>
      presentHistory(
        await withBilledUser(actor.id, () => service.readHistory(kind, query.name, query.country)),
      )
  return {
    async list({ actor, query }) {
      const { rows, total, unknown, without, problem, lead, today } = await withBilledUser(actor.id, () =>
        service.findOpportunities(query),
      )
      const keywords = rows.map((row) => presentOpportunity(row, { country: query.country, lead, today }))
      return {
        keywords,
        total_count: total,
        unknown_count: unknown,
        without,
        problem,
        lead: presentLead(lead),
      }
    },
    async searched({ query }) {
      const { rows, total, until } = await service.findSearched(query)
      return { nodes: rows.map(presentSearched), totalCount: total, until }
    },
    overview: async ({ actor, query }) =>
      presentOverview(await withBilledUser(actor.id, () => service.readOverview(query.country))),
    categories: async ({ actor, query }) => ({
      categories: await withBilledUser(actor.id, () => service.listCategories(query.country)),
    }),
    averageUnitsSold: chart('unitsSold'),
    averagePrice: chart('price'),
    searchVolume: chart('searchVolume'),
    seasonality: chart('seasonality'),
    async topProducts({ actor, query }) {
      const { products, asOf } = await withBilledUser(actor.id, () =>
        service.readProducts(query.asins ?? [], query.country),
      )
      const presented = products.map((product) => presentMarketProduct(product, query.country))
      return { data: { data: { products: presented, as_of: asOf.toISOString() } } }
    },
    async products({ actor, query }) {
      const { products, total, nearest, asOf, usage } = await withBilledUser(actor.id, () =>
        service.searchProducts(query),
      )
      const presented = products.map((product) =>
        presentMarketProduct(product, query.country, query.includeText),
      )
      const data = {
        total_count: total,
        products: presented,
        nearest,
        as_of: asOf.toISOString(),
        usage: presentUsage(usage),
      }
      return { data: { data } }
    },
  }
}
