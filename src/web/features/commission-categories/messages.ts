import type { SaleCommission } from '#shared/features/commission-categories/contract.ts'

export const MESSAGES = {
  readFailed: 'Could not read the commission categories',
  saveFailed: 'Error saving commission category.',
  deleteFailed: 'Error deleting commission category.',
  saved: 'Commission category saved.',
  updated: 'Commission category updated.',
  deleted: 'Commission category deleted.',
} as const

export const EMPTY = 'There are no commission categories yet.'
export const WHAT_FOR =
  'Where nobody tells what a product earns, Content Tracker and Products OOS say what a sale of it brings: its price times the commission of its shelf in the shop. Of several shelves the narrowest counts.'

/** A rate, always with two decimals: `4.50 %`. */
export const commissionOf = (percent: number): string => `${percent.toFixed(2)} %`

export const rateWords = ({ category, percent }: SaleCommission): string =>
  `${category}: ${commissionOf(percent)} of its price.`

export const deleteQuestion = (name: string) =>
  ({
    title: `Delete “${name}”?`,
    content: 'Products on this shelf go by a broader one that has a commission, or by none.',
    okText: 'Delete',
    danger: true,
  }) as const
