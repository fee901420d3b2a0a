import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { headingIn } from '#web/ui/hooks/use-heading-focus.ts'

/**
 * After a change of screen the focus moves to its content, so that screen readers announce it and Tab starts
 * there.
 */
export function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const place = headingIn(main.current) ?? main.current
    place?.focus({ preventScroll: true })
  }, [path])
  return main
}
