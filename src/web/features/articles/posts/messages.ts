export const FAILURES = {
  read: 'Couldn’t load the post',
  publish: 'Couldn’t publish the post',
} as const

export const QUESTIONS = {
  publish: 'Readers will see it right away, and its article will be marked as published.',
} as const

export const DONE = { published: 'Post published' } as const

export const NO_ARTICLE = 'No Copydesk article is linked to this post.'
/** Below the specification's title of a post that was not found. */
export const POST_GONE =
  'It may have been deleted on its site. If you typed the address, check the site code and the post number.'
