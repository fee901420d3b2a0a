import { type ReactNode, useId } from 'react'

type Value = string | number

interface SegmentedOption<V extends Value> {
  value: V
  label: ReactNode
}

interface SegmentedProps<V extends Value> {
  'aria-label': string
  options: readonly (V | SegmentedOption<V>)[]
  /** A value that is no option: nothing is chosen yet. */
  value: V
  onChange: (value: V) => void
  size?: 'small'
  /** As wide as its place, with options of the same width. */
  block?: boolean
  className?: string
}

function optionOf<V extends Value>(option: V | SegmentedOption<V>): SegmentedOption<V> {
  return typeof option === 'object' ? option : { value: option, label: option }
}

/** A choice of one of a few options that are all visible: radio buttons that look like one bar. */
export function Segmented<V extends Value>({
  'aria-label': label,
  options,
  value: chosen,
  onChange,
  size,
  block = false,
  className,
}: SegmentedProps<V>) {
  const name = useId()
  const classes = ['segmented', size && 'segmented-small', block && 'segmented-block', className]
  return (
    <div role="radiogroup" aria-label={label} className={classes.filter(Boolean).join(' ')}>
      {options.map(optionOf).map(({ value, label: text }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          <span title={typeof text === 'object' ? undefined : String(text)}>{text}</span>
        </label>
      ))}
    </div>
  )
}
