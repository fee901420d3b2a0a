import { Button, Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { PLAN, REQUEST } from './messages.ts'

/** What is begun with keywords of a market. */
export interface OpportunitySteps {
  onPlan: (names: string[]) => void
  onRequest: (name: string) => void
}

/** What else can be done about one keyword. */
export function OpportunityMenu({ name, onPlan, onRequest }: OpportunitySteps & { name: string }) {
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      menu={{
        items: [
          { key: 'plan', label: PLAN, onClick: () => onPlan([name]) },
          { key: 'request', label: REQUEST, onClick: () => onRequest(name) },
        ],
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<Ellipsis size={16} aria-hidden="true" />}
        aria-label={`More for ${name}`}
      />
    </Dropdown>
  )
}
