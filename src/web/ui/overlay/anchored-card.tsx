import { Drawer, Popover } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isSecond } from '../hooks/opener.ts'
import { NARROW, useMedia } from '../hooks/use-media.ts'
import { CardBody } from './popup-card.tsx'

interface AnchoredCardProps {
  title: string
  /** The button that opened it; the card is placed beside it and returns the focus to it. */
  anchor: HTMLElement
  onClose: () => void
  children: ReactNode
}

/** A popup card shared by many buttons, so that none needs a card of its own. */
export function AnchoredCard({ title, anchor, onClose, children }: AnchoredCardProps) {
  const isNarrow = useMedia(NARROW)
  const card = useRef<HTMLElement>(null)
  const close = () => {
    onClose()
    anchor.focus()
  }
  const leave = useRef(onClose)
  useEffect(() => {
    leave.current = onClose
  })
  useEffect(() => {
    if (isNarrow) return
    // The button itself opens and closes.
    const closeFromOutside = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && [card.current, anchor].some((box) => box?.contains(target))
      if (!isInside) leave.current()
    }
    document.addEventListener('pointerdown', closeFromOutside)
    return () => document.removeEventListener('pointerdown', closeFromOutside)
  }, [anchor, isNarrow])
  if (isNarrow) {
    return (
      <Drawer
        open
        placement="bottom"
        size="auto"
        title={title}
        onClose={(event) => isSecond(event) || close()}
      >
        {children}
      </Drawer>
    )
  }
  const popover = (
    <Popover
      open
      trigger={[]}
      afterOpenChange={(isShown) => isShown && card.current?.focus({ preventScroll: true })}
      placement="rightTop"
      classNames={{ root: 'popup-card' }}
      content={
        <CardBody place={card} title={title} onClose={close}>
          {children}
        </CardBody>
      }
    >
      <span className="card-anchor" />
    </Popover>
  )
  return createPortal(popover, anchor.parentElement ?? document.body)
}
