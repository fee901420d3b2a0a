import { Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { FILTER_TEXT_MAXIMUM } from '#shared/features/keywords/opportunities/contract.ts'
import { CLEARABLE } from '#web/ui/input/clear-icon.tsx'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { pasteWithCommas } from '#web/ui/input/pasted-list.ts'

interface FilterTextProps {
  label: string
  hint: string
  value: string
  /** A request can cost money, so it is only sent once the user has finished. */
  isCostly?: boolean
  onChange: (text: string) => void
}

/** Debounce before the list is fetched again, in ms. */
const PAUSE = 400
const COSTLY_PAUSE = 2000

/** A text filter: applied after a pause in typing, immediately on Enter. */
export function FilterText({ label, hint, value, isCostly = false, onChange }: FilterTextProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const timer = useRef<number>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== value) onChange(text.trim())
  }
  const change = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => tell(text), isCostly ? COSTLY_PAUSE : PAUSE)
  }
  return (
    <Labelled id={id} label={label}>
      <Input
        id={id}
        value={typed}
        maxLength={FILTER_TEXT_MAXIMUM}
        placeholder={hint}
        allowClear={CLEARABLE}
        onPaste={pasteWithCommas(change)}
        onChange={({ target }) => change(target.value)}
        onBlur={() => tell(typed)}
        onPressEnter={() => tell(typed)}
      />
    </Labelled>
  )
}
