import { useEffect, useRef } from 'react'

/** How the layout finds the heading when the path changes. */
const MARK = 'data-heading-focus'

export const headingIn = (main: HTMLElement | null) => main?.querySelector<HTMLElement>(`[${MARK}]`)

/**
 * For a screen's main heading: it gets the focus when the screen opens, so that screen readers announce the
 * screen. If the user has already moved the focus, it stays there.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (focused === null || focused.matches('body, main')) heading.current?.focus({ preventScroll: true })
  }, [])
  return { ref: heading, tabIndex: -1, [MARK]: true }
}
