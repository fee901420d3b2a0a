import { useNavigate } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { memo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { counted } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import type { BulkAction } from './change-dialog.tsx'
import { ACTION_LABELS, keywordsOf, WHY_NOT_WHOLE, WHY_OFF } from './messages.ts'

export type BulkChoice = BulkAction | 'manageTags'

interface BulkActionsMenuProps {
  selected: number
  /** The selection is a filter instead of single rows. */
  isWhole: boolean
  onChoose: (choice: BulkChoice) => void
}

/** The actions on the selected keywords, and a link to past changes. */
export const BulkActionsMenu = memo(function BulkActionsMenu({
  selected,
  isWhole,
  onChoose,
}: BulkActionsMenuProps) {
  const navigate = useNavigate()
  const isOff = selected === 0
  const entry = (key: BulkChoice, label: string, disabled = isOff) => ({
    key,
    label,
    disabled,
    onClick: () => onChoose(key),
  })
  const action = (key: BulkAction) => entry(key, ACTION_LABELS[key])
  return (
    <ClickMenu
      items={[
        {
          type: 'group',
          label: isOff ? WHY_OFF : isWhole ? WHY_NOT_WHOLE : `For ${keywordsOf(selected)}`,
          children: [
            entry('manageTags', 'Manage Tags', isOff || isWhole),
            action('addTags'),
            action('removeTags'),
          ],
        },
        { type: 'divider' },
        action('track'),
        action('untrack'),
        { type: 'divider' },
        action('addSites'),
        action('removeSites'),
        { type: 'divider' },
        {
          key: 'changes',
          label: SCREENS.changes.title,
          onClick: () => void navigate({ to: SCREENS.changes.path }),
        },
      ]}
    >
      <Button aria-label="Bulk Actions" icon={<ListChecks size={16} aria-hidden="true" />}>
        <span className="wide-only">Bulk Actions</span>
        {selected > 0 && ` ${counted(selected)}`}
      </Button>
    </ClickMenu>
  )
})
