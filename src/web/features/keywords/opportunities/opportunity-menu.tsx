import { Ellipsis } from 'lucide-react'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { PLAN, REQUEST } from './messages.ts'

/** Actions that start work on a market's keyword. */
export interface OpportunitySteps {
  onPlan: (names: string[]) => void
  onRequest: (name: string) => void
}

/** Further actions on a keyword. */
export function OpportunityMenu({ name, onPlan, onRequest }: OpportunitySteps & { name: string }) {
  return (
    <ClickMenu
      items={[
        { key: 'plan', label: PLAN, onClick: () => onPlan([name]) },
        { key: 'request', label: REQUEST, onClick: () => onRequest(name) },
      ]}
    >
      <Button
        type="text"
        size="small"
        icon={<Ellipsis size={16} aria-hidden="true" />}
        aria-label={`More for ${name}`}
      />
    </ClickMenu>
  )
}
