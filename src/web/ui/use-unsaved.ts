import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Question, useConfirm } from './confirm.ts'

/** Asked before typed text is thrown away. */
export const DISCARD: Question = {
  title: 'Discard your changes?',
  content: 'What you typed here has not been saved.',
  okText: 'Discard',
  cancelText: 'Keep editing',
  danger: true,
}

/** The forms that hold something unsaved right now. */
const forms = new Set<symbol>()
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const hasUnsaved = () => forms.size > 0

/** While this is true, leaving asks first: by Back, by a link or the palette, by reloading or closing the tab. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol('form')
    forms.add(form)
    changed()
    return () => {
      forms.delete(form)
      changed()
    }
  }, [isUnsaved])
}

/**
 * Stands once around all forms and asks one question, however many of them are unsaved. What a screen changes
 * in its own part of the address passes (`useSearchState`), and so does the redirect of a session that ended.
 */
export function useLeaveGuard(): void {
  const confirm = useConfirm()
  const asked = useRef<Promise<boolean>>(undefined)
  const isUnsaved = useSyncExternalStore(subscribe, hasUnsaved)
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async () => {
      if (!hasUnsaved()) return false
      asked.current ??= confirm(DISCARD).finally(() => {
        asked.current = undefined
      })
      return !(await asked.current)
    },
  })
}
