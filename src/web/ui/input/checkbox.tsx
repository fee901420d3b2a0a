import type { ComponentProps } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'ref'> {
  checked: boolean
  /** Some of what it stands for is ticked. */
  indeterminate?: boolean
}

/** A checkbox with its label, or only the box. */
export function Checkbox({ indeterminate = false, className, children, ...input }: CheckboxProps) {
  const hasLabel = children !== undefined && children !== null
  const boxClass = hasLabel || !className ? 'checkbox-box' : `checkbox-box ${className}`
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = indeterminate
  }
  const element = <input {...input} ref={mark} type="checkbox" className={boxClass} />
  if (!hasLabel) return element
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the element is its control
    <label className={className ? `checkbox ${className}` : 'checkbox'}>
      {element}
      <span>{children}</span>
    </label>
  )
}
