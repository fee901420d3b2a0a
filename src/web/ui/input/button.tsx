import type { ButtonHTMLAttributes } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'default' | 'bare'
  large?: boolean
  wide?: boolean
  busy?: boolean
}

const classes = ({ kind = 'default', large, wide }: ButtonProps) =>
  ['btn', kind, large && 'large', wide && 'wide'].filter(Boolean).join(' ')

/** A plain button for pages that do not load the component library. */
export function Button({
  kind,
  large,
  wide,
  busy,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes({ kind: kind ?? 'default', large: large ?? false, wide: wide ?? false })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
