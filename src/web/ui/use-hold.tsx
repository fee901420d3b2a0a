import { Hourglass } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { hold } from './hold.ts'

/** What a press of a held button answers. */
export const heldWords = (noun: string): string => `A new ${noun}. The buttons unlock in a moment.`

export interface Hold<Box extends HTMLElement> {
  box: RefObject<Box | null>
  noteId: string
  isHeld: boolean
  /** How often a held button or key was pressed. */
  refusals: number
  /** Says why nothing happens. */
  refuse: () => void
}

/** Holds the buttons of what is shown from its first moment, if it took the place of what the user acted on. */
export function useHold<Box extends HTMLElement>(isNew: boolean, buttons: string): Hold<Box> {
  const box = useRef<Box>(null)
  const noteId = useId()
  const [isHeld, setHeld] = useState(isNew)
  const [refusals, setRefusals] = useState(0)
  const refuse = () => setRefusals((count) => count + 1)
  useEffect(() => {
    if (!isHeld) return
    if (box.current === null) return setHeld(false)
    return hold({
      box: box.current,
      buttons,
      describedBy: noteId,
      onRefuse: () => setRefusals((count) => count + 1),
      onEnd: () => setHeld(false),
    })
  }, [isHeld, buttons, noteId])
  return { box, noteId, isHeld, refusals, refuse }
}

/** Why the buttons are held, above them; a screen reader hears it again whenever one is pressed. */
export function HoldNote({
  hold: { isHeld, noteId, refusals },
  noun,
}: {
  hold: Hold<HTMLElement>
  noun: string
}) {
  return (
    <>
      {isHeld && (
        <p className="hold-note" id={noteId}>
          <Hourglass size={14} aria-hidden="true" />
          <span>
            {heldWords(noun)} <span className="wide-only">Move the pointer off them.</span>
          </span>
        </p>
      )}
      <span className="visually-hidden" role="status">
        {isHeld && refusals > 0 && heldWords(noun) + '\u00a0'.repeat(refusals % 2)}
      </span>
    </>
  )
}
