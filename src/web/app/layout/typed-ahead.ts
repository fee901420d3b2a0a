/** What was typed before there was a field for it. */
export interface TypedAhead {
  text: string
  /** Enter came after it. */
  isEntered: boolean
}

let typed: TypedAhead = { text: '', isEntered: false }
let leave: (() => void) | null = null

/** Whoever does anything else does not type into what is on its way. */
const ELSEWHERE = ['Tab', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

function listen(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing) return
  if (key === 'Escape') leave?.()
  if (key === 'Escape' || ELSEWHERE.includes(key)) endTypingAhead()
  else if (key === 'Backspace') typed = { text: typed.text.slice(0, -1), isEntered: false }
  else if (key === 'Enter') typed = { ...typed, isEntered: typed.text !== '' }
  else if (key.length === 1) typed = { text: typed.text + key, isEntered: false }
  else return
  if (ELSEWHERE.includes(key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Takes the keys from the page until whom they are meant for is there and calls `endTypingAhead`, or `onLeave` by Escape. */
export function beginTypingAhead(onLeave: () => void): void {
  typed = { text: '', isEntered: false }
  leave = onLeave
  window.addEventListener('keydown', listen, { capture: true })
  window.addEventListener('pointerdown', endTypingAhead, { capture: true, once: true })
}

/** Gives the keys back to the page; answers what was typed since they were taken. */
export function endTypingAhead(): TypedAhead {
  window.removeEventListener('keydown', listen, { capture: true })
  window.removeEventListener('pointerdown', endTypingAhead, { capture: true })
  leave = null
  const since = typed
  typed = { text: '', isEntered: false }
  return since
}
