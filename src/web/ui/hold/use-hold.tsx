import { Hourglass } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { hold } from './hold.ts'

/** Why a held button did nothing. */
export const HELD_WORDS = {
  article: 'A new article. The buttons unlock in a moment.',
  row: 'The list moved. The buttons in this row unlock in a moment.',
  step: 'This is the next step. Its buttons unlock in a moment.',
}

export interface Hold<Box extends HTMLElement> {
  box: RefObject<Box | null>
  noteId: string
  isHeld: boolean
  /** How often a held button or key was pressed. */
  refusals: number
  /** Announces why the button does nothing. */
  refuse: () => void
}

/** Holds the buttons of an object when it is shown in place of the one that the user acted on. */
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

/**
 * Explains above an article's buttons why they are held. A screen reader repeats it at each press.
 */
export function HoldNote({ hold: { isHeld, noteId, refusals } }: { hold: Hold<HTMLElement> }) {
  return (
    <>
      {isHeld && (
        <p className="hold-note row gap-8" id={noteId}>
          <Hourglass size={14} aria-hidden="true" />
          <span>
            {HELD_WORDS.article} <span className="wide-only">Move the pointer away.</span>
          </span>
        </p>
      )}
      <span className="visually-hidden" role="status">
        {isHeld && refusals > 0 && HELD_WORDS.article + '\u00a0'.repeat(refusals % 2)}
      </span>
    </>
  )
}
