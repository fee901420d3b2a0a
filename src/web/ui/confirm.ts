import { App } from 'antd'
import type { ReactNode } from 'react'

interface Question {
  title: string
  content?: ReactNode
  okText?: string
  cancelText?: string
  danger?: boolean
}

/** Asks once, naming the thing: `if (await confirm({ title: 'Delete “…”?', danger: true })) …` */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = App.useApp()
  return ({ danger = false, okText = 'Yes', cancelText = 'No', ...question }) =>
    new Promise((resolve) => {
      modal.confirm({
        ...question,
        icon: null,
        centered: true,
        autoFocusButton: danger ? 'cancel' : 'ok',
        okText,
        cancelText,
        okButtonProps: { danger },
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
}
