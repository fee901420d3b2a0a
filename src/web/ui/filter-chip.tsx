import { Popover } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface FilterChipProps {
  label: string
  /** What is chosen, in words; nothing yet where it is empty. */
  value: string
  onRemove: () => void
  /** Opens at once, because it has just been added and nothing is chosen. */
  startsOpen?: boolean
  /** What one chooses with. */
  children: ReactNode
}

/** A filter in force: says what it keeps, opens what it is set with, and can be taken away. */
export function FilterChip({ label, value, onRemove, startsOpen = false, children }: FilterChipProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <span className="filter-chip">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        content={<div className="filter-choice">{children}</div>}
      >
        <button type="button" className="filter-chip-value" aria-expanded={isOpen}>
          <span className="quiet">{label}</span> <span className="ellipsis">{value || 'any'}</span>
        </button>
      </Popover>
      <button
        type="button"
        className="filter-chip-remove"
        aria-label={`Remove filter ${label}`}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
