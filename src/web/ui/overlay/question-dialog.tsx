import { Modal } from 'antd'
import { type MouseEvent, useRef } from 'react'
import { useFocusReturn } from '../hooks/use-focus-return.ts'
import { Button } from '../input/button.tsx'
import { ignoreHeldKey, isRepeatedClick } from '../text/repeated.ts'
import type { Question } from './confirm.ts'

interface QuestionDialogProps {
  question: Question
  isOpen: boolean
  onAnswer: (yes: boolean) => void
  /** Called after the closing animation. */
  onClosed: () => void
}

/** A yes/no question. If Yes would lose something, No has the focus. */
export function QuestionDialog({ question, isOpen, onAnswer, onClosed }: QuestionDialogProps) {
  useFocusReturn()
  const usual = useRef<HTMLButtonElement>(null)
  const answerByClick = (yes: boolean) => (event: MouseEvent) => {
    if (!isRepeatedClick(event)) onAnswer(yes)
  }
  const { title, content, danger = false, okText = 'Yes', cancelText = 'No' } = question
  return (
    <Modal
      open={isOpen}
      title={title}
      width={440}
      centered
      closable={false}
      // A click on the backdrop, even the second of a double click, is no answer.
      mask={{ closable: false }}
      // A question must be above the dialog or drawer that asks it.
      zIndex={1500}
      className="dialog confirm"
      onCancel={() => onAnswer(false)}
      afterOpenChange={(isShown) => isShown && usual.current?.focus()}
      afterClose={onClosed}
      footer={
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the keys of the buttons inside
        <div className="dialog-footer cluster align-stretch justify-end gap-8" onKeyDown={ignoreHeldKey}>
          <Button ref={danger ? usual : undefined} onClick={answerByClick(false)}>
            {cancelText}
          </Button>
          <Button
            type="primary"
            danger={danger}
            ref={danger ? undefined : usual}
            onClick={answerByClick(true)}
          >
            {okText}
          </Button>
        </div>
      }
    >
      {content && <div className="dialog-body">{content}</div>}
    </Modal>
  )
}
