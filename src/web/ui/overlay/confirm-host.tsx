import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type Ask, Confirmation, type Question } from './confirm.ts'
import { onDemand } from './on-demand.tsx'

const QuestionDialog = onDemand(() =>
  import('./question-dialog.tsx').then(({ QuestionDialog }) => QuestionDialog),
)

interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** Shows the confirmation questions of its children, one at a time. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const latest = useRef<Asked['answer']>(undefined)
  const ask: Ask = useCallback(
    (question) =>
      new Promise((answer) => {
        // A question replaced by another one resolves as No, so that its caller does not wait forever.
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
