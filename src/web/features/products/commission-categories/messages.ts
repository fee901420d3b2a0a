import type { SaleCommission } from '#shared/features/products/commission-categories/contract.ts'

export const MESSAGES = {
  readFailed: 'Couldn’t load the commission categories',
  saveFailed: 'Error saving commission category.',
  deleteFailed: 'Error deleting commission category.',
  saved: 'Commission category saved.',
  updated: 'Commission category updated.',
  deleted: 'Commission category deleted.',
} as const

export const EMPTY = 'No commission categories yet.'
export const WHAT_FOR =
  'When a product’s earnings aren’t known, we estimate them: price × its category’s rate. The most specific category wins.'

/** A rate, always with two decimals: `4.50 %`. */
export const commissionOf = (percent: number): string => `${percent.toFixed(2)} %`

export const rateWords = ({ category, percent }: SaleCommission): string =>
  `${category}: ${commissionOf(percent)} of the price.`

export const deleteQuestion = (name: string) =>
  ({
    title: `Delete “${name}”?`,
    content: 'Its products will use a broader category’s commission, if there is one.',
    okText: 'Delete',
    danger: true,
  }) as const
