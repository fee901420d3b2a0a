import { Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { FILTER_TEXT_MAXIMUM } from '#shared/features/opportunities/contract.ts'
import { CLEARABLE } from '#web/ui/clear-icon.tsx'
import { Labelled } from '#web/ui/labelled.tsx'
import { pasteWithCommas } from '#web/ui/pasted-list.ts'

interface FilterTextProps {
  label: string
  hint: string
  value: string
  /** Each question may cost money: it is asked once somebody is done. */
  isCostly?: boolean
  onChange: (text: string) => void
}

/** How long typing rests before the list is asked anew. */
const PAUSE = 400
const COSTLY_PAUSE = 2000

/** Words of a filter: told once typing rests, at once on Enter. */
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
