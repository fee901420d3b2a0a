import { Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { bar } from '../feedback/notice-place.ts'
import { useStepHold } from '../hold/use-step-hold.ts'
import { useFocusReturn } from '../hooks/use-focus-return.ts'
import { DISCARD, useUnsaved } from '../hooks/use-unsaved.ts'
import { Button } from '../input/button.tsx'
import { isSubmitKey } from '../input/use-hotkey.ts'
import { isRepeatedClick } from '../text/repeated.ts'
import { type Question, useConfirm } from './confirm.ts'

export interface DialogProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** Ctrl/⌘ Enter and the primary button; without it the dialog only shows something. */
  onSubmit?: (() => void) | undefined
  /** The action of Ctrl/⌘ Enter, if it has to be more careful than the primary button. */
  onSubmitByKey?: (() => void) | undefined
  submitText?: string
  cancelText?: string
  /** Without it, the primary button is the only one. */
  hasCancel?: boolean
  busy?: boolean
  danger?: boolean
  submitDisabled?: boolean
  /** Unsaved input: closing the dialog or leaving the page asks first. */
  dirty?: boolean
  /** The question then. */
  question?: Question
  /** Further buttons, left of the usual two. */
  actions?: ReactNode
  /** Stays between the scrolling body and the buttons. */
  aboveFooter?: ReactNode
  width?: number
  /**
   * The name of the current step. When it changes, the primary button has a new action, so it is disabled
   * briefly.
   */
  step?: string
  /** As high as the window allows, so that filling in the form does not change the height. */
  steady?: boolean
  afterClose?: () => void
  children: ReactNode
}

const WIDTH = 750
/** The first field of the form, skipping checkboxes. */
const FIRST_FIELD = 'input:not([type="file"], [type="checkbox"], [tabindex="-1"]), textarea'
/** Of a dialog that has no field, or not only fields. */
const FIRST_FOCUS = '[data-first-focus]'
const PRIMARY = '.dialog-footer .btn-primary'

interface FooterProps extends DialogProps {
  box: RefObject<HTMLDivElement | null>
  onCancel: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Footer(props: FooterProps) {
  const { onSubmit, submitText = 'Save', cancelText, busy, danger, submitDisabled, actions, onCancel } = props
  const { hasCancel = true } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the shortcut of the buttons inside
    <div ref={props.box} onKeyDown={props.onKeyDown}>
      {props.aboveFooter}
      <div className="dialog-footer cluster align-stretch justify-end gap-8" {...bar}>
        {actions}
        {hasCancel && <Button onClick={onCancel}>{cancelText ?? (onSubmit ? 'Cancel' : 'Close')}</Button>}
        {onSubmit && (
          <Button
            type="primary"
            danger={danger ?? false}
            loading={busy ?? false}
            disabled={submitDisabled ?? false}
            onClick={(event) => {
              if (!isRepeatedClick(event)) onSubmit()
            }}
          >
            {submitText}
          </Button>
        )}
      </div>
    </div>
  )
}

/** In an open list, Enter only picks the highlighted item, so that one key press does not also submit. */
function refuseInOpenList(event: KeyboardEvent) {
  if (!isSubmitKey(event) || !(event.target instanceof HTMLElement)) return
  if (event.target.getAttribute('aria-expanded') !== 'true') return
  event.preventDefault()
  event.stopPropagation()
}

/** A dialog with a body that scrolls and a footer that stays. */
export function Dialog(props: DialogProps) {
  const {
    open,
    title,
    onClose,
    onSubmit,
    onSubmitByKey = onSubmit,
    busy,
    submitDisabled,
    dirty,
    question = DISCARD,
    width = WIDTH,
    steady,
    children,
  } = props
  const confirm = useConfirm()
  const asking = useRef(false)
  const body = useRef<HTMLDivElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  const isHeld = useStepHold({ box: footer, buttons: PRIMARY, step: props.step })
  useUnsaved(open && dirty === true)
  useFocusReturn()

  const close = async () => {
    if (busy || asking.current) return
    if (dirty) {
      asking.current = true
      const leave = await confirm(question)
      asking.current = false
      if (!leave) return
    }
    onClose()
  }

  const submitByKey = (event: KeyboardEvent) => {
    if (!isSubmitKey(event)) return
    event.preventDefault()
    // Only the inner of two nested dialogs is submitted.
    event.stopPropagation()
    if (onSubmitByKey && !busy && !submitDisabled && !event.repeat && !isHeld()) onSubmitByKey()
  }

  const focusFirst = (isOpened: boolean) => {
    if (!isOpened || body.current?.contains(document.activeElement)) return
    const first = (selector: string) => body.current?.querySelector<HTMLElement>(selector)
    const target = first(FIRST_FOCUS) ?? (onSubmit && first(FIRST_FIELD))
    target?.focus()
  }

  return (
    <Modal
      open={open}
      afterOpenChange={focusFirst}
      title={title}
      width={width}
      centered
      destroyOnHidden
      onCancel={(event) => {
        // The second click of a double click that opened the dialog hits the backdrop.
        if (!isRepeatedClick(event)) void close()
      }}
      {...(props.afterClose ? { afterClose: props.afterClose } : {})}
      footer={<Footer {...props} box={footer} onCancel={() => void close()} onKeyDown={submitByKey} />}
      className={steady ? 'dialog steady' : 'dialog'}
      mask={{ closable: !dirty }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the shortcut of the fields inside */}
      <div className="dialog-body" ref={body} onKeyDownCapture={refuseInOpenList} onKeyDown={submitByKey}>
        {children}
      </div>
    </Modal>
  )
}
