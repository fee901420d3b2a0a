import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CLEARABLE } from './clear-icon.tsx'
import { LetterKey } from './letter-key.tsx'

interface SearchBoxProps {
  label: string
  /** The current search, e.g. from the address. */
  value: string
  onSearch: (text: string) => void
  maxLength?: number
  /** Debounce in ms. */
  pause?: number
}

const PAUSE = 300

/**
 * The page's search: searches after a pause in typing, immediately on Enter, and follows changes of the
 * address.
 */
export function SearchBox({ label, value, onSearch, maxLength = 200, pause = PAUSE }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const timer = useRef<number>(undefined)

  useEffect(() => {
    if (value === sent.current) return
    clearTimeout(timer.current)
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (text: string) => {
    clearTimeout(timer.current)
    const tidy = text.trim()
    if (tidy === sent.current) return
    sent.current = tidy
    onSearch(tidy)
  }
  const change = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    if (text === '') search(text)
    else timer.current = window.setTimeout(() => search(text), pause)
  }

  return (
    <Input
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={maxLength}
      allowClear={CLEARABLE}
      prefix={<Search size={16} aria-hidden="true" className="quiet" />}
      suffix={typed === '' ? <LetterKey of="/" /> : undefined}
      data-page-search
      onChange={(event) => change(event.target.value)}
      onPressEnter={() => search(typed)}
    />
  )
}
