import type { ComponentProps } from 'react'

interface SwitchProps extends Omit<ComponentProps<'button'>, 'type' | 'role' | 'onChange' | 'onClick'> {
  /** Without it, the caller names the switch by a label or an attribute. */
  label?: string
  /** Small enough for the rows of a table by default. */
  size?: 'small' | 'medium'
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch that takes effect at once. */
export function Switch({ label, size = 'small', checked, onChange, ...button }: SwitchProps) {
  return (
    <button
      aria-label={label}
      {...button}
      type="button"
      role="switch"
      className={size === 'small' ? 'switch' : 'switch switch-medium'}
      aria-checked={checked}
      onClick={() => onChange(!checked)}
    />
  )
}
