import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

interface SuggestBoxProps {
  label: string
  value: string
  suggestions: readonly string[]
  maxLength?: number
  prefix?: ReactNode
  suffix?: ReactNode
  onChange: (value: string) => void
  /** Called on Enter, or when an item of the list is picked. */
  onChoose: (value: string) => void
  /** Makes the shortcut `/` focus this box. */
  isPageSearch?: boolean
}

interface ListProps extends Pick<SuggestBoxProps, 'label' | 'suggestions' | 'onChoose'> {
  id: string
  /** The index of the highlighted item: set by the arrow keys or the pointer, whichever moved last. */
  at: number
  onMark: (at: number) => void
}

function List({ id, label, at, suggestions, onMark, onChoose }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className="suggestions">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
        <div
          key={suggestion}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseMove={() => onMark(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion}
        </div>
      ))}
    </div>
  )
}

/** A text box with suggestions; free text is accepted too. */
export function SuggestBox(props: SuggestBoxProps) {
  const { label, value, suggestions, maxLength, prefix, suffix, onChange, onChoose, isPageSearch } = props
  const id = useId()
  const [at, setAt] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const shows = isOpen && suggestions.length > 0

  const choose = (chosen: string) => {
    setOpen(false)
    setAt(-1)
    onChange(chosen)
    onChoose(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && shows) {
      event.preventDefault()
      setAt(Math.max(-1, Math.min(suggestions.length - 1, at + step)))
    }
    if (event.key === 'Enter') choose((shows && suggestions[at]) || value)
    if (event.key === 'Escape') setOpen(false)
  }
  return (
    <div className="suggest row gap-8">
      {prefix}
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={shows}
        aria-controls={shows ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shows && at >= 0 ? `${id}-${at}` : undefined}
        placeholder={label}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        data-page-search={isPageSearch || undefined}
        onChange={(event) => {
          setOpen(true)
          setAt(-1)
          onChange(event.target.value)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {suffix}
      {shows && <List {...{ id, label, at, suggestions }} onMark={setAt} onChoose={choose} />}
    </div>
  )
}
