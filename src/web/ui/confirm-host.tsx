import { Button, Modal } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { type Ask, Confirmation, type Question } from './confirm.ts'

interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** Shows the questions of everything inside, one at a time. Where something would be lost, No has the focus. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask: Ask = useCallback(
    (question) =>
      new Promise((answer) => {
        setAsked({ ...question, answer })
        setOpen(true)
      }),
    [],
  )
  const close = (yes: boolean) => {
    setOpen(false)
    asked?.answer(yes)
  }
  const danger = asked?.danger ?? false
  return (
    <Confirmation value={ask}>
      {children}
      <Modal
        open={isOpen}
        title={asked?.title}
        width={440}
        centered
        closable={false}
        // A question stands above whatever asked it, be it a dialog or the drawer.
        zIndex={1500}
        className="dialog confirm"
        onCancel={() => close(false)}
        afterClose={() => setAsked(null)}
        footer={
          <div className="dialog-footer">
            <Button autoFocus={danger} onClick={() => close(false)}>
              {asked?.cancelText ?? 'No'}
            </Button>
            <Button type="primary" danger={danger} autoFocus={!danger} onClick={() => close(true)}>
              {asked?.okText ?? 'Yes'}
            </Button>
          </div>
        }
      >
        {asked?.content && <div className="dialog-body">{asked.content}</div>}
      </Modal>
    </Confirmation>
  )
}
