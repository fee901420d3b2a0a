import { type KeyboardEvent, useRef, useState } from 'react'
import { isTyping, useHotkey } from '#web/ui/input/use-hotkey.ts'
import { type Completion, useCompletions } from './use-completions.ts'

interface FieldParts {
  isDisabled: boolean
  /** Resolves to whether the message was sent; the field is then empty. */
  onSay: (message: string) => Promise<boolean>
}

/** The typed text, its completions, and the keyboard handling. */
export function useField({ isDisabled, onSay }: FieldParts) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isClosed, setClosed] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  const { completions, isNaming } = useCompletions(typed)
  const isOpen = !isDisabled && !isClosed && completions.length > 0
  // Enter completes a partial command name. A completion of its argument is only picked if the user has moved
  // to it.
  const at = Math.min(chosen ?? (isNaming ? 0 : -1), completions.length - 1)

  const type = (text: string) => {
    setTyped(text)
    setChosen(null)
    setClosed(false)
  }
  const send = (message: string) => {
    if (message.trim() === '' || isDisabled) return
    type('')
    void onSay(message.trim()).then((isSaid) => {
      // A message that could not be sent is put back into the field, unless the user has typed something
      // else.
      if (!isSaid) setTyped((now) => (now === '' ? message : now))
    })
  }
  const pick = ({ text, isWhole }: Completion) => {
    if (isWhole) send(text)
    else type(text)
    element.current?.focus()
  }

  useHotkey((event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isSlash || isDisabled || isTyping(event.target)) return
    event.preventDefault()
    element.current?.focus()
    if (typed === '') type('/')
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (isOpen && step !== undefined) {
      event.preventDefault()
      const from = at === -1 && step === -1 ? 0 : at
      setChosen((from + step + completions.length) % completions.length)
    } else if (isOpen && event.key === 'Escape') {
      event.preventDefault()
      setClosed(true)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const picked = isOpen ? completions[at] : undefined
      if (picked) pick(picked)
      else send(typed)
    }
  }
  return { element, typed, type, send, pick, onKeyDown, isOpen, completions, at }
}
