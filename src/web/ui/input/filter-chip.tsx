import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { ClickPopover } from '../overlay/click-popover.tsx'

interface FilterChipProps {
  label: string
  /** The choice as text. Empty: nothing chosen yet; missing: the label is sufficient. */
  value?: string
  /** Without it the filter cannot be removed. */
  onRemove?: () => void
  /** Opens at once, because it has just been added and nothing is chosen. */
  startsOpen?: boolean
  /** The control for the choice. */
  children: ReactNode
}

/** An active filter: shows its value, opens its control, and can be removed. */
export function FilterChip({ label, value, onRemove, startsOpen = false, children }: FilterChipProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const opener = useRef<HTMLButtonElement>(null)
  const choice = useRef<HTMLDivElement>(null)
  // The popup is at the end of the document, far from the button that opens it.
  const enter = (isShown: boolean) => {
    const box = choice.current
    if (!isShown || !box) return
    const begin = () => {
      const field = box.querySelector<HTMLElement>('input, button')
      field?.focus({ preventScroll: true })
      return field !== null
    }
    if (begin()) return
    // Its code is still loading.
    const arrival = new MutationObserver(() => {
      if (!box.isConnected || begin()) arrival.disconnect()
    })
    arrival.observe(box, { childList: true, subtree: true })
  }
  const change = (isShown: boolean) => {
    setOpen(isShown)
    if (!isShown && choice.current?.contains(document.activeElement)) opener.current?.focus()
  }
  const removeByKey = (event: KeyboardEvent) => {
    if (!onRemove || (event.key !== 'Backspace' && event.key !== 'Delete')) return
    event.preventDefault()
    onRemove()
  }
  // An open list handles the key itself.
  const leave = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    if (key === 'Escape' && (target as HTMLElement).ariaExpanded !== 'true') change(false)
  }
  return (
    <span className="filter-chip inline-row">
      <ClickPopover
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={change}
        afterOpenChange={enter}
        content={
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what its fields stand in
          <div className="filter-choice" ref={choice} onKeyDown={leave}>
            {children}
          </div>
        }
      >
        <button
          ref={opener}
          type="button"
          className="filter-chip-value inline-row gap-6"
          aria-expanded={isOpen}
          onKeyDown={removeByKey}
        >
          {value === undefined ? (
            label
          ) : (
            <>
              <span className="quiet regular nowrap">{label}</span>{' '}
              <span className="ellipsis">{value || 'any'}</span>
            </>
          )}
        </button>
      </ClickPopover>
      {onRemove && (
        <button
          type="button"
          className="filter-chip-remove inline-row gap-6"
          aria-label={`Remove filter ${label}`}
          onClick={onRemove}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
