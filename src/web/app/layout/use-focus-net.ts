import { type RefObject, useEffect } from 'react'

/** Layers above the screen that manage the focus themselves while they are open. */
const ABOVE = '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown, .ant-popover, .ant-select-dropdown'
const DIALOG = '[role="dialog"]'
/** Candidates for the focus in a dialog: its first field, else its primary button, else any other control. */
const THINGS_TO_DO = [
  '.dialog-body :is(input:not([type="file"]), textarea):not(:disabled)',
  '.dialog-footer .btn-primary:not(:disabled)',
  '.dialog-footer button:not(:disabled)',
]
const ROW = 'tr[data-row-key]'
/**
 * Places to continue from when the focused element is gone: a row, a card, a list or a section of the screen.
 */
const PLACES = '[tabindex], [role="region"], section[aria-label], section[aria-labelledby], main'
/** A closing layer stays in the document while it is animated. */
const LOOK_AGAIN_MS = 100

/** The focused element with its ancestors, and the index of its table row. */
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

/** The same control, else its row or the row that is there now, else the nearest place around it. */
function placeFor({ chain, row }: Held): Element | undefined {
  const [control] = chain
  if (control && isUsable(control)) return control
  const left = chain.filter(isUsable)
  const around = left.find((element) => element.matches(PLACES))
  if (row < 0 || around?.matches(ROW)) return around
  const rows = rowsOf(left.find((element) => element.matches('tbody')))
  return rows[Math.min(row, rows.length - 1)] ?? around
}

/** The same within the dialog that contained it; nothing once that dialog is closed. */
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
    // Focusable only as long as it has the focus, so that it is not a tab stop.
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/**
 * Moves the focus when the focused element disappears or is hidden or disabled, and no other element took it.
 */
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
    // The user clicked beside it because they wanted to leave it.
    if (!isUsable(held) && below) focusOn(placeFor(below))
    else held = null
  }
  // Runs after code that sets the focus itself.
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
    held = null
    changes.disconnect()
    window.clearTimeout(waiting)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', soon)
  }
}

/**
 * Keeps keyboard users in place: when a pressed control disappears, the focus moves nearby and not to the top
 * of the page.
 */
export function useFocusNet(layout: RefObject<HTMLElement | null>) {
  useEffect(() => (layout.current ? watchFocus(layout.current) : undefined), [layout])
}
