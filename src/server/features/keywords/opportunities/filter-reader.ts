import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { OpportunityFilter, OpportunitySort } from '#shared/features/keywords/opportunities/contract.ts'
import { COMPETITION_RANGE, SEASONALITY_RANGE } from '#shared/features/keywords/opportunities/rules.ts'
import type { MarketFilter, MarketSort } from '../../../integrations/keyword-market/port.ts'

/** What a market calls the orders. */
export const SORTS: Readonly<Record<OpportunitySort, MarketSort>> = {
  opportunityScore: 'score',
  name: 'name',
  estimatedExactSearchVolume: 'volume',
  monthlyTrend: 'monthlyTrend',
  quarterlyTrend: 'quarterlyTrend',
  avgUnitsSold: 'unitsSold',
  avgPrice: 'price',
  competition: 'competition',
  publishBy: 'peak',
}

const MOST_PARTS = 10

/** The parts between commas, as keywords are compared. */
const partsOf = (text = '') =>
  text
    .split(',')
    .map(keywordIdentity)
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)

/** A range over the whole scale excludes nothing, not even unknown values. */
const narrowed = (min: number, max: number, whole: { min: number; max: number }) => ({
  min: min > whole.min ? min : undefined,
  max: max < whole.max ? max : undefined,
})

/** The filters as a market is asked with them. */
export function filterOf(query: OpportunityFilter): MarketFilter {
  return {
    country: query.country,
    categories: query.category,
    include: partsOf(query.includeText),
    exclude: partsOf(query.excludeText),
    competition: narrowed(query.competitionMin, query.competitionMax, COMPETITION_RANGE),
    seasonality: narrowed(query.seasonalityMin, query.seasonalityMax, SEASONALITY_RANGE),
    price: { min: query.avgPriceMin, max: query.avgPriceMax },
    unitsSold: { min: query.avgUnitsSoldMin, max: query.avgUnitsSoldMax },
    volume: {
      min: query.monthlySearchVolumeMin ?? query.monthlyVlmMin,
      max: query.monthlySearchVolumeMax ?? query.monthlyVlmMax,
    },
    monthlyTrend: { min: query.monthlyTrendMin, max: query.monthlyTrendMax },
    score: { min: query.opportunityScoreMin, max: query.opportunityScoreMax },
    withUnknown: query.include_unknown,
    withoutTopBrands: query.excludeTopBrands,
    withoutOurs: query.excludeExistingKeywords,
  }
}
