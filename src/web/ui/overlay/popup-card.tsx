import { Drawer } from 'antd'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { isSecond, type Opener } from '../hooks/opener.ts'
import { NARROW, useMedia } from '../hooks/use-media.ts'
import { Button } from '../input/button.tsx'
import { ClickPopover } from './click-popover.tsx'

interface OpenerProps {
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
  onClick: (() => void) | undefined
}

interface PopupCardProps {
  /** The heading of the card. */
  title: string
  /** The button that opens the card. */
  opener: (props: OpenerProps) => Opener
  /** The content of the card; `close` closes it and returns the focus. */
  children: (close: () => void) => ReactNode
}

interface CardBodyProps {
  place: RefObject<HTMLElement | null>
  title: string
  onClose: () => void
  children: ReactNode
}

/** The inside of a popup card; Escape closes it. */
export function CardBody({ place, title, onClose, children }: CardBodyProps) {
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    onClose()
  }
  return (
    <section ref={place} role="dialog" aria-label={title} tabIndex={-1} onKeyDown={closeByKey}>
      <Button
        type="text"
        size="small"
        className="popup-card-close"
        aria-label="Close"
        icon={<X size={16} />}
        onClick={onClose}
      />
      {children}
    </section>
  )
}

/**
 * A card beside the button that opens it; on a phone a sheet from below. Escape closes it and returns the
 * focus.
 */
export function PopupCard({ title, opener, children }: PopupCardProps) {
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useMedia(NARROW)
  const card = useRef<HTMLElement>(null)
  const before = useRef<HTMLElement>(null)
  const close = () => {
    setOpen(false)
    before.current?.focus()
  }
  const open = () => {
    before.current = document.activeElement as HTMLElement | null
    setOpen(true)
  }
  const button = opener({
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: isNarrow ? open : undefined,
  })
  if (isNarrow) {
    return (
      <>
        {button}
        <Drawer
          open={isOpen}
          placement="bottom"
          size="auto"
          title={title}
          destroyOnHidden
          // The second tap of a double tap hits the backdrop.
          onClose={(event) => isSecond(event) || setOpen(false)}
        >
          {isOpen && children(close)}
        </Drawer>
      </>
    )
  }
  return (
    <ClickPopover
      open={isOpen}
      onOpenChange={(next) => (next ? open() : setOpen(false))}
      afterOpenChange={(isShown) => isShown && card.current?.focus({ preventScroll: true })}
      placement="rightTop"
      destroyOnHidden
      classNames={{ root: 'popup-card' }}
      content={
        <CardBody place={card} title={title} onClose={close}>
          {children(close)}
        </CardBody>
      }
    >
      {button}
    </ClickPopover>
  )
}
