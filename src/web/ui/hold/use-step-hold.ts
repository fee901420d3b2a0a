import { type RefObject, useEffect, useRef } from 'react'
import { notify } from '../feedback/notify.ts'
import { hold } from './hold.ts'
import { HELD_WORDS } from './use-hold.tsx'

interface Stepped {
  /** Contains the buttons of every step. */
  box: RefObject<HTMLElement | null>
  buttons: string
  /** The current step. */
  step: string | undefined
}

const refuse = () => notify({ kind: 'info', key: 'held', title: HELD_WORDS.step })

/**
 * Holds the buttons of a step that replaced the previous one, because a different button may now be under the pointer.
 * The returned function says whether they are still held; if so, it also tells the user why.
 */
export function useStepHold({ box, buttons, step }: Stepped): () => boolean {
  const shown = useRef(step)
  const isHeld = useRef(false)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (box.current === null) return
    isHeld.current = true
    return hold({
      box: box.current,
      buttons,
      onRefuse: refuse,
      onEnd: () => {
        isHeld.current = false
      },
    })
  }, [box, buttons, step])
  return () => {
    if (isHeld.current) refuse()
    return isHeld.current
  }
}
