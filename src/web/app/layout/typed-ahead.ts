/** Text typed before its field was rendered. */
export interface TypedAhead {
  text: string
  /** It was followed by Enter. */
  isEntered: boolean
}

let typed: TypedAhead = { text: '', isEntered: false }
let leave: (() => void) | null = null

/** Keys that show that the user is not typing into the coming field. */
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

/**
 * Captures the keyboard until the field is rendered and calls `endTypingAhead`, or until Escape calls
 * `onLeave`.
 */
export function beginTypingAhead(onLeave: () => void): void {
  typed = { text: '', isEntered: false }
  leave = onLeave
  window.addEventListener('keydown', listen, { capture: true })
  window.addEventListener('pointerdown', endTypingAhead, { capture: true, once: true })
}

/** Releases the keyboard; returns the text typed since it was captured. */
export function endTypingAhead(): TypedAhead {
  window.removeEventListener('keydown', listen, { capture: true })
  window.removeEventListener('pointerdown', endTypingAhead, { capture: true })
  leave = null
  const since = typed
  typed = { text: '', isEntered: false }
  return since
}
