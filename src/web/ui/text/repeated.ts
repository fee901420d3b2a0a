import type { KeyboardEvent } from 'react'

/**
 * The second click of a double click was meant for the first one's button, not for another that has appeared
 * under the pointer.
 */
export const isRepeatedClick = ({ detail }: { detail: number }) => detail > 1

/** A held key acts only once. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
