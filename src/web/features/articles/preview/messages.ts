export const FAILURES = {
  post: 'Couldn’t load the post',
  product: 'Couldn’t load price and stock.',
} as const

export const VIEW_LABELS = { collapsed: 'Collapsed', full: 'Full' } as const

export const NO_PRODUCTS = 'This post doesn’t recommend any products yet.'
export const NO_ANSWER = 'No answer yet.'
export const STATUS_LABELS = { draft: 'Draft', publish: 'Published' } as const
