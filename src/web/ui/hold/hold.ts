import { isTyping } from '../input/use-hotkey.ts'

/** How long the controls of a new object are disabled, in ms. */
export const HOLD_MS = 1500
/** These keys only move the focus or search. */
const HARMLESS = ['j', 'k', '/', '?']

interface Held {
  /** Contains the new object's controls. */
  box: HTMLElement
  /** Selector of the held buttons in it. */
  buttons: string
  /** The id of the element that says why they are held. */
  describedBy?: string | undefined
  /** Called when a held button is pressed. */
  onRefuse: () => void
  onEnd: () => void
}

/** Marks the buttons as held, including those rendered later. Returns a function that unmarks them. */
function markButtons({ box, buttons, describedBy }: Held): () => void {
  const marked = new Set<Element>()
  const mark = () => {
    for (const button of box.querySelectorAll(buttons)) {
      if (marked.has(button) || button.hasAttribute('aria-disabled')) continue
      marked.add(button)
      button.setAttribute('data-held', '')
      button.setAttribute('aria-disabled', 'true')
      if (describedBy !== undefined) button.setAttribute('aria-describedby', describedBy)
    }
  }
  const redraws = new MutationObserver(mark)
  redraws.observe(box, { childList: true, subtree: true })
  mark()
  return () => {
    redraws.disconnect()
    for (const button of marked) {
      button.removeAttribute('data-held')
      button.removeAttribute('aria-disabled')
      if (describedBy !== undefined) button.removeAttribute('aria-describedby')
    }
  }
}

function isAct({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isTyping(target) || HARMLESS.includes(key)) return false
  return key === 'Enter' || key.length === 1
}

/** Keys that are only pressed together with others. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

/**
 * Holds the buttons of an object that just appeared where the user acted on another one, so that a second click or key
 * press does nothing. The hold ends when 1.5 seconds have passed and the user has turned to the new object: the pointer
 * left the buttons, or a key, the wheel or a touch arrived. A press of a held button after that time ends it 1.5 seconds
 * later in any case, so that no pointer, screen reader or switch is locked out. The returned function ends it early.
 */
export function hold(held: Held): () => void {
  const { box, buttons, onRefuse, onEnd } = held
  const unmark = markButtons(held)
  const listening = new AbortController()
  const capture = { capture: true, signal: listening.signal }
  let isTimeUp = false
  let hasLeft = false
  const end = () => {
    clearTimeout(timer)
    clearTimeout(lastTimer)
    listening.abort()
    unmark()
    onEnd()
  }
  const release = () => {
    hasLeft = true
    if (isTimeUp) end()
  }
  const timer = setTimeout(() => {
    isTimeUp = true
    if (hasLeft) end()
  }, HOLD_MS)
  let lastTimer: ReturnType<typeof setTimeout> | undefined
  const isOnButton = ({ target }: Event) =>
    target instanceof Element && box.contains(target) && target.closest(buttons) !== null
  const refuse = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    onRefuse()
    if (isTimeUp) lastTimer ??= setTimeout(end, HOLD_MS)
  }
  const releaseOutside = (event: Event) => {
    if (!isOnButton(event)) release()
  }
  window.addEventListener(
    'click',
    (event) => {
      // Not a mouse: a key press or an assistive device.
      if (event.detail === 0) release()
      if (isOnButton(event) && !listening.signal.aborted) refuse(event)
    },
    capture,
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat && !MODIFIERS.includes(event.key)) release()
      const isHeld = !listening.signal.aborted
      if (isHeld && event.target instanceof Node && box.contains(event.target) && isAct(event)) refuse(event)
    },
    capture,
  )
  for (const event of ['pointermove', 'pointerdown'] as const)
    window.addEventListener(
      event,
      (moved) => {
        if (moved.pointerType !== 'touch') releaseOutside(moved)
      },
      capture,
    )
  window.addEventListener('wheel', release, { ...capture, passive: true })
  window.addEventListener('touchstart', releaseOutside, { ...capture, passive: true })
  return end
}
