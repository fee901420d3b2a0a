import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type Ask, Confirmation, type Question } from './confirm.ts'
import { onDemand } from './on-demand.tsx'

const QuestionDialog = onDemand(() =>
  import('./question-dialog.tsx').then(({ QuestionDialog }) => QuestionDialog),
)

interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** Shows the questions of everything inside, one at a time. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const latest = useRef<Asked['answer']>(undefined)
  const ask: Ask = useCallback(
    (question) =>
      new Promise((answer) => {
        // A question that gives way to another one is answered with No; whoever asked does not wait for ever.
        latest.current?.(false)
        latest.current = answer
        setAsked({ ...question, answer })
        setOpen(true)
      }),
    [],
  )
  const close = (yes: boolean) => {
    setOpen(false)
    asked?.answer(yes)
  }
  return (
    <Confirmation value={ask}>
      {children}
      {asked && (
        <QuestionDialog question={asked} isOpen={isOpen} onAnswer={close} onClosed={() => setAsked(null)} />
      )}
    </Confirmation>
  )
}
