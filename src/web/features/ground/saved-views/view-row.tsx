import { linkOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { Check, Ellipsis, Users } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { SavedView } from '#shared/features/ground/saved-views/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import type { ViewSearch } from './use-view-address.ts'

const CHANGES = {
  rename: 'Rename or share…',
  overwrite: 'Update with current filters',
  remove: 'Delete…',
} as const
export type ViewChange = keyof typeof CHANGES

interface ViewRowProps {
  view: SavedView
  isCurrent: boolean
  search: ViewSearch
  onFollow: () => void
  onChange: (change: ViewChange) => void
}

/** A view as a link to its rows, with its owner's actions. */
export function ViewRow({ view, isCurrent, search, onFollow, onChange }: ViewRowProps) {
  const { name, owner, is_own: isOwn, is_team: isTeam } = view
  const router = useRouter()
  const navigate = useNavigate()
  // The router's own link would mark every view whose filters are a subset of the address's as current.
  const to = linkOptions({ to: '.', search })
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(to)
    onFollow()
  }
  const entry = (key: ViewChange) => ({ key, label: CHANGES[key], onClick: () => onChange(key) })
  return (
    <li className="view-row hoverable row gap-4">
      <a href={router.buildLocation(to).href} aria-current={isCurrent ? 'true' : undefined} onClick={follow}>
        <span className="view-check">{isCurrent && <Check size={14} aria-hidden="true" />}</span>
        <span className="ellipsis fill" title={name}>
          {name}
        </span>
        {!isOwn && <span className="meta nowrap">{fullName(owner)}</span>}
        {isOwn && isTeam && (
          <span className="meta inline-row align-stretch" title="Shared with the team">
            <Users size={14} role="img" aria-label="shared with the team" />
          </span>
        )}
      </a>
      {isOwn && (
        <ClickMenu
          placement="bottomRight"
          items={[
            entry('rename'),
            { ...entry('overwrite'), disabled: isCurrent },
            { ...entry('remove'), danger: true },
          ]}
        >
          <Button
            type="text"
            size="small"
            aria-label={`Change view ${name}`}
            icon={<Ellipsis size={16} aria-hidden="true" />}
          />
        </ClickMenu>
      )}
    </li>
  )
}
