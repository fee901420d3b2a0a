import { createContext, type ReactNode, useContext } from 'react'

export interface Question {
  title: string
  content?: ReactNode
  okText?: string
  cancelText?: string
  danger?: boolean
}

export type Ask = (question: Question) => Promise<boolean>

/** Filled by `ConfirmHost`, which stands around everything that may ask. */
export const Confirmation = createContext<Ask>(() =>
  Promise.reject(new Error('There is no ConfirmHost around this.')),
)

/** Asks once, naming the thing: `if (await confirm({ title: 'Delete “…”?', danger: true })) …` */
export function useConfirm(): Ask {
  return useContext(Confirmation)
}
