import { Button, type ButtonProps, Popover } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'

interface UnavailableButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'title'> {
  /** Why it does nothing now. */
  why: string
}

/** A button that does nothing now, and says why to whoever points at it, reaches it by keys, or touches it. */
export function UnavailableButton({ why, ...button }: UnavailableButtonProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const show = () => setShown(true)
  const hide = () => setShown(false)
  const hideByKey = (event: KeyboardEvent) => {
    if (!isShown || event.key !== 'Escape') return
    event.stopPropagation()
    hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what happens to the button inside
    <span className="unavailable" onPointerEnter={show} onPointerLeave={hide} onKeyDown={hideByKey}>
      <Button
        {...button}
        aria-disabled="true"
        aria-describedby={id}
        onClick={show}
        onFocus={show}
        onBlur={hide}
      />
      <span id={id} className="visually-hidden">
        {why}
      </span>
      {isShown && (
        <Popover
          open
          trigger={[]}
          placement="topRight"
          content={
            <p className="unavailable-why" aria-hidden="true">
              {why}
            </p>
          }
        >
          <span className="card-anchor" />
        </Popover>
      )}
    </span>
  )
}
