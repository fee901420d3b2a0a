import type { KeyboardEvent } from 'react'

/** The second half of a double click means the first one's button, not what has come up under the pointer. */
export const isRepeatedClick = ({ detail }: { detail: number }) => detail > 1

/** A key that is held down answers only once. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
