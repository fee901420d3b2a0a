import { useSyncExternalStore } from 'react'

export const LETTER_KEYS_KEY = 'copydesk.letter-keys'
const OFF = 'off'

const listeners = new Set<() => void>()
/** Holds the choice if the browser has no storage. */
let isOn = true

/** Whether shortcuts of a single character work (WCAG 2.1.4); on unless switched off in this browser. */
export function hasLetterKeys(): boolean {
  try {
    return localStorage.getItem(LETTER_KEYS_KEY) !== OFF
  } catch {
    return isOn
  }
}

export function switchLetterKeys(on: boolean): void {
  isOn = on
  try {
    if (on) localStorage.removeItem(LETTER_KEYS_KEY)
    else localStorage.setItem(LETTER_KEYS_KEY, OFF)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useLetterKeys = (): boolean => useSyncExternalStore(subscribe, hasLetterKeys)

/**
 * Whether the user has switched off single-character shortcuts and this is one, without a modifier. Space
 * presses buttons and is not affected.
 */
export const isSwitchedOff = ({ key }: { key: string }): boolean =>
  key.length === 1 && key !== ' ' && !hasLetterKeys()
