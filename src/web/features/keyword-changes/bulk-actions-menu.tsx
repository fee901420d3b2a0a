import { Button, Dropdown } from 'antd'
import { ListChecks } from 'lucide-react'
import type { BulkAction } from './change-dialog.tsx'
import { ACTION_LABELS } from './messages.ts'

export type BulkChoice = BulkAction | 'manageTags'

interface BulkActionsMenuProps {
  selected: number
  /** The selection is a filter, not rows that are ticked. */
  isWhole: boolean
  onChoose: (choice: BulkChoice) => void
}

/** What can be done with the selected keywords. */
export function BulkActionsMenu({ selected, isWhole, onChoose }: BulkActionsMenuProps) {
  const isOff = selected === 0
  const entry = (key: BulkAction) => ({ key, label: ACTION_LABELS[key], disabled: isOff })
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      menu={{
        items: [
          { key: 'manageTags', label: 'Manage Tags', disabled: isOff || isWhole },
          entry('addTags'),
          entry('removeTags'),
          { type: 'divider' },
          entry('track'),
          entry('untrack'),
          { type: 'divider' },
          entry('addSites'),
          entry('removeSites'),
        ],
        onClick: ({ key }) => onChoose(key as BulkChoice),
      }}
    >
      <Button aria-label="Bulk Actions" icon={<ListChecks size={16} aria-hidden="true" />}>
        <span className="wide-only">Bulk Actions</span>
        {selected > 0 && ` ${selected.toLocaleString('en-US')}`}
      </Button>
    </Dropdown>
  )
}
