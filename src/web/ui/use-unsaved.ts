import { useBlocker } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { type Question, useConfirm } from './confirm.ts'

/** Asked before typed text is thrown away. */
export const DISCARD: Question = {
  title: 'Discard your changes?',
  content: 'Your changes haven’t been saved.',
  okText: 'Discard',
  cancelText: 'Keep editing',
  danger: true,
}

/**
 * What discards unsaved changes: any step through the history, which may close the form's dialog, or only one that
 * leads to another screen.
 */
type DiscardedBy = 'any step' | 'another screen'

/** The forms that hold something unsaved right now. */
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

/** Whether a step through the history discards something of the forms that are unsaved. */
export const isDiscarding = (unsaved: readonly DiscardedBy[], isSameScreen: boolean): boolean =>
  unsaved.some((by) => by === 'any step' || !isSameScreen)

/** While this is true, leaving asks first: by Back, by a link or the palette, by reloading or closing the tab. */
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

/** One question, however often it comes up before it is answered. */
function askOnce(confirm: ReturnType<typeof useConfirm>): Promise<boolean> {
  asked ??= confirm(DISCARD).finally(() => {
    asked = undefined
  })
  return asked
}

/** For what takes a form away and leaves nothing: does it at once where nothing is unsaved, and asks first otherwise. */
export function useDiscarding(): (work: () => void) => void {
  const confirm = useConfirm()
  return (work) => {
    if (!hasUnsaved()) work()
    else void askOnce(confirm).then((isAgreed) => isAgreed && work())
  }
}

/**
 * Stands once around all forms and asks one question, however many of them are unsaved. What a screen changes
 * in its own part of the address passes (`useSearchState`), and so does the redirect of a session that ended.
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
