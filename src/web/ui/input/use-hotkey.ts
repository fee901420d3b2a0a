import { useEffect, useRef } from 'react'
import { isSwitchedOff } from './letter-keys.ts'

/** Input types that are clicked and not typed into. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']
/** The only characters that work wherever the focus is: the page's search and the list of shortcuts. */
const PAGE_WIDE = ['/', '?']

/** While the user types, letters are text and not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type)
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/**
 * Without a modifier. AltGr, which some layouts need for `/` and `?`, is reported as Ctrl and Alt together,
 * or as itself.
 */
export const isPlain = (event: KeyboardEvent) =>
  !event.metaKey && (event.ctrlKey === event.altKey || event.getModifierState('AltGraph'))

function useKeys(handle: (event: KeyboardEvent) => void, capture = false): void {
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isPlain(event) || !isSwitchedOff(event)) latest.current(event)
    }
    window.addEventListener('keydown', listen, { capture })
    return () => window.removeEventListener('keydown', listen, { capture })
  }, [capture])
}

/**
 * Calls `handle` for key presses anywhere on the page while the component is on screen. A character without a modifier
 * is left out, except `/` and `?`: shortcuts of one character belong to a region (WCAG 2.1.4).
 */
export function useHotkey(handle: (event: KeyboardEvent) => void): void {
  useKeys((event) => {
    if (event.key.length > 1 || !isPlain(event) || PAGE_WIDE.includes(event.key)) handle(event)
  })
}

/** Ctrl or Command with Enter. */
export const isSubmitKey = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean => key === 'Enter' && (ctrlKey || metaKey)

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const OPEN_LIST = '[role="combobox"][aria-expanded="true"]'

/** Whether this is a text field of a form, which the keys submit. */
const isFormField = (target: Element) =>
  isTyping(target) && target.getAttribute('role') !== 'combobox' && target.closest('form') !== null

/**
 * Calls `submit` once for Ctrl or Command with Enter. An open dialog, the open list of choices of the focused field,
 * and a form around it handle the keys themselves.
 */
export function useSubmitKey(submit: () => void): void {
  // Before a closed select, which opens its list on Enter.
  useKeys((event) => {
    if (!isSubmitKey(event) || event.repeat) return
    const { target } = event
    const isOther = target instanceof Element && (target.matches(OPEN_LIST) || isFormField(target))
    if (isOther || document.querySelector(DIALOG)) return
    event.preventDefault()
    event.stopPropagation()
    submit()
  }, true)
}

/** Calls `handle` for keys without a modifier while the focus is inside the region they belong to. */
export function useRegionKeys(
  isInside: (focused: Element) => boolean,
  handle: (event: KeyboardEvent) => void,
): void {
  useKeys((event) => {
    const { target } = event
    if (!isPlain(event) || event.defaultPrevented || isTyping(target)) return
    if (target instanceof Element && isInside(target)) handle(event)
  })
}
