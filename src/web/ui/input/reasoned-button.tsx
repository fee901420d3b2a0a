import { Popover } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface ReasonedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why the button is disabled; null if it is enabled. */
  why: string | null
}

/**
 * A button that, while disabled, shows the reason on hover, focus or tap. It remains the same element and
 * keeps the focus when its state changes.
 */
export function ReasonedButton({ why, onClick, title, ...button }: ReasonedButtonProps) {
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
        {...(why === null
          ? { onClick, title }
          : { 'aria-disabled': true, 'aria-describedby': id, onClick: show })}
        onFocus={show}
        onBlur={hide}
      />
      {why !== null && (
        <span id={id} className="visually-hidden">
          {why}
        </span>
      )}
      {isShown && why !== null && (
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
