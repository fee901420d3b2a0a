import { Button } from 'antd'
import { CircleHelp } from 'lucide-react'
import type { OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import { FORMULAS, publishByFormula } from '#shared/features/keywords/opportunities/rules.ts'
import { ClickPopover } from '#web/ui/click-popover.tsx'
import { DemandLegend } from './demand-cell.tsx'
import { leadOf } from './queries.ts'

const NAMES = {
  opportunityScore: 'Score',
  competition: 'Competition',
  seasonality: 'Seasonality',
  avgUnitsSold: 'Units sold',
  avgPrice: 'Avg. price',
} as const satisfies Record<keyof typeof FORMULAS, string>

/** Explains the computed figures and the strips of the table. */
export function FormulasCard({ lead }: { lead: OpportunityPage['lead'] | null }) {
  const list = (
    <div className="formulas">
      <DemandLegend />
      <dl>
        {Object.entries(NAMES).map(([key, name]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{FORMULAS[key as keyof typeof FORMULAS]}</dd>
          </div>
        ))}
        {lead && (
          <div>
            <dt>Publish by</dt>
            <dd>{publishByFormula(leadOf(lead))}</dd>
          </div>
        )}
      </dl>
    </div>
  )
  return (
    <ClickPopover content={list} placement="bottomRight">
      <Button
        type="text"
        size="small"
        aria-label="How figures are calculated"
        title="How figures are calculated"
        icon={<CircleHelp size={16} aria-hidden="true" />}
      />
    </ClickPopover>
  )
}
