export const FAILURES = {
  post: 'The post could not be read',
  product: 'Price and stock could not be read.',
} as const

/** Says on every page that sells something how the publisher earns from it. */
export const DISCLOSURE =
  'We independently choose what we recommend. If you buy through links on this page, we may earn a commission at no extra cost to you.'

export const VIEW_LABELS = { collapsed: 'Collapsed', full: 'Full' } as const

export const NO_PRODUCTS = 'This post recommends no products yet.'
export const NO_ANSWER = 'No answer has been written yet.'
export const STATUS_LABELS = { draft: 'Draft', publish: 'Published' } as const
