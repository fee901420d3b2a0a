import { createContext, type ReactNode, useContext } from 'react'

export interface Question {
  title: string
  content?: ReactNode
  okText?: string
  cancelText?: string
  danger?: boolean
}

export type Ask = (question: Question) => Promise<boolean>

/** Provided by `ConfirmHost`, which must surround all callers. */
export const Confirmation = createContext<Ask>(() =>
  Promise.reject(new Error('There is no ConfirmHost around this.')),
)

/**
 * Asks for confirmation and names the object: `if (await confirm({ title: 'Delete “…”?', danger: true })) …`
 */
export function useConfirm(): Ask {
  return useContext(Confirmation)
}
