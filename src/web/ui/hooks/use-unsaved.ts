import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type Question, useConfirm } from '../overlay/confirm.ts'

/** The question before typed text is discarded. */
export const DISCARD: Question = {
  title: 'Discard your changes?',
  content: 'Your changes haven’t been saved.',
  okText: 'Discard',
  cancelText: 'Keep editing',
  danger: true,
}

/**
 * What discards unsaved changes: any change of the address, which may close the form's dialog, or only a
 * change to another screen.
 */
type DiscardedBy = 'any step' | 'another screen'

/** The forms with unsaved values. */
const forms = new Map<symbol, DiscardedBy>()
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const hasUnsaved = () => forms.size > 0

/** Whether a navigation discards values of the unsaved forms. */
export const isDiscarding = (unsaved: readonly DiscardedBy[], isSameScreen: boolean): boolean =>
  unsaved.some((by) => by === 'any step' || (by === 'another screen' && !isSameScreen))

/**
 * While this is true, leaving asks first: by Back, a link or the palette, or by reloading or closing the tab.
 */
export function useUnsaved(isUnsaved: boolean, discardedBy: DiscardedBy = 'any step'): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol('form')
    forms.set(form, discardedBy)
    changed()
    return () => {
      forms.delete(form)
      changed()
    }
  }, [isUnsaved, discardedBy])
}

let asked: Promise<boolean> | undefined

/** A single question, however often it is requested before it is answered. */
function askOnce(confirm: ReturnType<typeof useConfirm>): Promise<boolean> {
  asked ??= confirm(DISCARD).finally(() => {
    asked = undefined
  })
  return asked
}

/** For actions that remove a form: runs them at once if nothing is unsaved, otherwise asks first. */
export function useDiscarding(): (work: () => void) => void {
  const confirm = useConfirm()
  return useCallback(
    (work) => {
      if (!isDiscarding([...forms.values()], false)) work()
      else void askOnce(confirm).then((isAgreed) => isAgreed && work())
    },
    [confirm],
  )
}

/**
 * Mounted once around all forms; asks a single question, however many of them are unsaved. A screen's changes
 * to its own part of the address pass (`useSearchState`), and so does the redirect of an ended session.
 */
export function useLeaveGuard(): void {
  const confirm = useConfirm()
  const isUnsaved = useSyncExternalStore(subscribe, hasUnsaved)
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      const isSameScreen = current.pathname === next.pathname
      return isDiscarding([...forms.values()], isSameScreen) && !(await askOnce(confirm))
    },
  })
}
