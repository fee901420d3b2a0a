import { type ComponentProps, useEffect, useRef } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'ref'> {
  checked: boolean
  /** Some of what it stands for is ticked. */
  indeterminate?: boolean
}

/** A checkbox with its label, or only the box. */
export function Checkbox({ indeterminate = false, className, children, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const hasLabel = children !== undefined && children !== null
  const boxClass = hasLabel || !className ? 'checkbox-box' : `checkbox-box ${className}`
  const element = <input {...input} ref={box} type="checkbox" className={boxClass} />
  if (!hasLabel) return element
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the element is its control
    <label className={className ? `checkbox ${className}` : 'checkbox'}>
      {element}
      <span>{children}</span>
    </label>
  )
}
