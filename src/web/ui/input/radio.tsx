import type { ComponentProps } from 'react'

interface RadioProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  name: string
  checked: boolean
}

/** A radio button with its label, or only the button in a label of the caller's. */
export function Radio({ children, ...input }: RadioProps) {
  const element = <input {...input} type="radio" className="checkbox-box radio-box" />
  if (children === undefined) return element
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the element is its control
    <label className="checkbox">
      {element}
      <span>{children}</span>
    </label>
  )
}
