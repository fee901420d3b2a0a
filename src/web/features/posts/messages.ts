export const FAILURES = {
  read: 'The post could not be read',
  publish: 'The post could not be published',
} as const

export const QUESTIONS = {
  publish: 'Readers see the post at once, and its article becomes published.',
} as const

export const DONE = { published: 'Post published' } as const

export const NO_ARTICLE = 'This post was not made from an article, or its article is gone.'
