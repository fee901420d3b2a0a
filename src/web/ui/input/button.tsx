import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  type?: 'default' | 'primary' | 'dashed' | 'text' | 'link' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  shape?: 'round' | undefined
  danger?: boolean | undefined
  block?: boolean | undefined
  icon?: ReactNode
  iconPlacement?: 'start' | 'end'
  loading?: boolean
  htmlType?: 'button' | 'submit'
}

type Look = Pick<ButtonProps, 'type' | 'size' | 'shape' | 'danger' | 'block'>

/** Links that look like a button name these classes in their markup. */
const buttonClass = ({ type, size, shape, danger, block }: Look, ...others: unknown[]) =>
  [
    'btn',
    type && type !== 'default' && `btn-${type}`,
    size && size !== 'medium' && `btn-${size}`,
    shape && `btn-${shape}`,
    danger && 'btn-danger',
    block && 'btn-block',
    ...others,
  ]
    .filter(Boolean)
    .join(' ')

const SPINNER = <span className="spinner" aria-hidden="true" />

/** A button of any look; while it is loading, it ignores clicks but keeps its focus and its width. */
export function Button({
  type,
  size,
  shape,
  danger,
  block,
  icon,
  iconPlacement,
  loading = false,
  htmlType = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isIconOnly = !children && children !== 0 && Boolean(icon)
  const isCovered = loading && !icon
  const mark = loading ? SPINNER : icon
  const ignore = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      {...rest}
      type={htmlType}
      className={buttonClass(
        { type, size, shape, danger, block },
        isIconOnly && 'btn-icon-only',
        loading && 'btn-loading',
        isCovered && 'btn-covered',
        className,
      )}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? ignore : onClick}
    >
      {iconPlacement !== 'end' && mark}
      {isCovered ? <span>{children}</span> : children}
      {iconPlacement === 'end' && mark}
    </button>
  )
}
