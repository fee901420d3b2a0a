import { Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
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
      <IconButton label={`More for ${name}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
    </Dropdown>
  )
}
