import { Button, Modal } from 'antd'
import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { type Ask, Confirmation, type Question } from './confirm.ts'
import { ignoreHeldKey, isRepeatedClick } from './repeated.ts'

interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** Shows the questions of everything inside, one at a time. Where something would be lost, No has the focus. */
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
  const closeByClick = (yes: boolean) => (event: MouseEvent) => {
    if (!isRepeatedClick(event)) close(yes)
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
        // A click beside it, be it the second half of a double click, is no answer.
        mask={{ closable: false }}
        // A question stands above whatever asked it, be it a dialog or the drawer.
        zIndex={1500}
        className="dialog confirm"
        onCancel={() => close(false)}
        afterClose={() => setAsked(null)}
        footer={
          // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the keys of the buttons inside
          <div className="dialog-footer" onKeyDown={ignoreHeldKey}>
            <Button autoFocus={danger} onClick={closeByClick(false)}>
              {asked?.cancelText ?? 'No'}
            </Button>
            <Button type="primary" danger={danger} autoFocus={!danger} onClick={closeByClick(true)}>
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
