import { type RefObject, useEffect, useRef } from 'react'
import { hold } from './hold.ts'
import { notify } from './notify.ts'
import { heldWords } from './use-hold.tsx'

interface Stepped {
  /** What shows the buttons of every step. */
  box: RefObject<HTMLElement | null>
  buttons: string
  /** How far what is shown is. */
  step: string | undefined
  noun: string
}

/**
 * Holds the buttons of a step that has taken the place of the one before, because another one may lie under the pointer.
 * The result says whether they are held still, and tells the user so.
 */
export function useStepHold({ box, buttons, step, noun }: Stepped): () => boolean {
  const shown = useRef(step)
  const isHeld = useRef(false)
  const refuse = () => notify({ kind: 'info', key: 'held', title: heldWords(noun) })
  const latest = useRef(refuse)
  latest.current = refuse
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (box.current === null) return
    isHeld.current = true
    return hold({
      box: box.current,
      buttons,
      onRefuse: () => latest.current(),
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
