import { type RefObject, useEffect } from 'react'

/** What lies above the screen and keeps the focus to itself, or gives it back, as long as it is open. */
const ABOVE = '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown, .ant-popover, .ant-select-dropdown'
const DIALOG = '[role="dialog"]'
/** What there is to do in a dialog: its first field, else what its filled button does, else any other. */
const THINGS_TO_DO = [
  '.dialog-body :is(input:not([type="file"]), textarea):not(:disabled)',
  '.dialog-footer .ant-btn-primary:not(:disabled)',
  '.dialog-footer button:not(:disabled)',
]
const ROW = 'tr[data-row-key]'
/** Where somebody can go on from, if what they stood on is gone: a row, a card, a list or a part of the screen. */
const PLACES = '[tabindex], [role="region"], section[aria-label], section[aria-labelledby], main'
/** What is closing is still seen for as long as it moves. */
const LOOK_AGAIN_MS = 100

/** What held the focus, within what, and the how manieth row of its table it stood in. */
interface Held {
  chain: readonly Element[]
  row: number
}

const isShown = (element: Element) => !('checkVisibility' in element) || element.checkVisibility()
const isUsable = (element: Element) =>
  element.isConnected && !element.matches(':disabled') && isShown(element)
const isLost = () => document.activeElement === null || document.activeElement === document.body
const isBelowAnother = () => [...document.querySelectorAll(ABOVE)].some(isShown)

function chainOf(element: Element): Element[] {
  const chain: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) chain.push(at)
  return chain
}

function rowsOf(element: Element | undefined): Element[] {
  return element ? [...element.querySelectorAll(ROW)] : []
}

function heldBy(element: Element): Held {
  const row = element.closest(ROW)
  return { chain: chainOf(element), row: row ? rowsOf(row.parentElement ?? undefined).indexOf(row) : -1 }
}

/** The same control, else its row or the one that stands there now, else the nearest place around it. */
function placeFor({ chain, row }: Held): Element | undefined {
  const [control] = chain
  if (control && isUsable(control)) return control
  const left = chain.filter(isUsable)
  const around = left.find((element) => element.matches(PLACES))
  if (row < 0 || around?.matches(ROW)) return around
  const rows = rowsOf(left.find((element) => element.matches('tbody')))
  return rows[Math.min(row, rows.length - 1)] ?? around
}

/** The same in the dialog that it stood in; nothing once that is closed. */
function placeInDialog(held: Held): Element | undefined {
  const dialog = held.chain.find((element) => element.matches(DIALOG))
  if (!dialog || !isUsable(dialog)) return undefined
  const place = placeFor(held)
  if (place && place !== dialog && dialog.contains(place)) return place
  const things = THINGS_TO_DO.flatMap((thing) => dialog.querySelector(thing) ?? [])
  return things[0] ?? dialog
}

function focusOn(place: Element | undefined) {
  if (!(place instanceof HTMLElement)) return
  if (!place.hasAttribute('tabindex')) {
    // It is no stop of its own: only as long as it holds the focus.
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/** Catches the focus where what held it disappears, is hidden or switched off, and nothing else has taken it. */
function watchFocus(layout: HTMLElement): () => void {
  let held: Element | null = null
  let below: Held | null = null
  let inDialog: Held | null = null
  let waiting = 0
  const settle = () => {
    if (held === null || !isLost()) return
    const place = inDialog && !isUsable(held) ? placeInDialog(inDialog) : undefined
    if (place) return focusOn(place)
    if (isBelowAnother()) {
      waiting = window.setTimeout(settle, LOOK_AGAIN_MS)
      return
    }
    // Somebody pressed beside it: they wanted to leave it.
    if (!isUsable(held) && below) focusOn(placeFor(below))
    else held = null
  }
  // After whoever gives it a place of their own.
  const soon = () => {
    window.clearTimeout(waiting)
    waiting = window.setTimeout(() => requestAnimationFrame(settle), 0)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    held = target
    if (layout.contains(target)) below = heldBy(target)
    inDialog = target.closest(DIALOG) ? heldBy(target) : null
  }
  const changes = new MutationObserver(() => {
    if (held && isLost()) soon()
  })
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', soon)
  return () => {
    changes.disconnect()
    window.clearTimeout(waiting)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', soon)
  }
}

/** Whoever presses what disappears by it goes on near by, not at the top of the page. */
export function useFocusNet(layout: RefObject<HTMLElement | null>) {
  useEffect(() => (layout.current ? watchFocus(layout.current) : undefined), [layout])
}
