import type { ClipboardEvent } from 'react'

/** The cells or lines of a pasted text, trimmed, without empty ones. */
export const pastedParts = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Characters that end a typed or pasted tag. */
export const TAG_SEPARATORS = [',', '\n', '\t']

/** For a comma-separated field, or an element around it: pasted cells or lines become parts of it. */
export const pasteWithCommas =
  (change: (text: string) => void) =>
  (event: ClipboardEvent): void => {
    const parts = pastedParts(event.clipboardData.getData('text'))
    if (parts.length < 2 || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.target
    const start = selectionStart ?? value.length
    change(value.slice(0, start) + parts.join(', ') + value.slice(selectionEnd ?? start))
  }
