import { ARTICLE_TOOLS } from './article-tools.ts'
import { DESK_TOOLS } from './desk-tools.ts'
import { KEYWORD_TOOLS } from './keyword-tools.ts'
import { POST_TOOLS } from './post-tools.ts'
import type { Tool } from './tool.ts'
import { WRITING_TOOLS } from './writing-tools.ts'

/** All tools, in the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [
  ...DESK_TOOLS,
  ...ARTICLE_TOOLS,
  ...KEYWORD_TOOLS,
  ...POST_TOOLS,
  ...WRITING_TOOLS,
]
