import type { OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import { FORMULAS, publishByFormula } from '#shared/features/keywords/opportunities/rules.ts'
import { FiguresCard } from '#web/ui/figures-card.tsx'
import { DemandLegend } from './demand-cell.tsx'
import { leadOf } from './queries.ts'

/** Explains the computed figures and the strips of the table. */
export const FormulasCard = ({ lead }: { lead: OpportunityPage['lead'] | null }) => (
  <FiguresCard
    isCompact
    figures={{
      Score: FORMULAS.opportunityScore,
      Competition: FORMULAS.competition,
      Seasonality: FORMULAS.seasonality,
      'Units sold': FORMULAS.avgUnitsSold,
      'Avg. price': FORMULAS.avgPrice,
      ...(lead ? { 'Publish by': publishByFormula(leadOf(lead)) } : {}),
    }}
  >
    <DemandLegend />
  </FiguresCard>
)
