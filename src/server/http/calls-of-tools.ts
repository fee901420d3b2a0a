import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createToken } from '../security/tokens.ts'

const HEADER = 'x-copydesk-tool'
/** Known to this process alone. */
const SECRET = createToken()

/** Marks a call that a tool of assistants makes within this server. */
export const OF_A_TOOL: Readonly<Record<string, string>> = { [HEADER]: SECRET }

/** Whether a tool makes this call, and not the assistant itself. */
export function isOfTool({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const said = headers[HEADER]
  return (
    typeof said === 'string' &&
    said.length === SECRET.length &&
    timingSafeEqual(Buffer.from(said), Buffer.from(SECRET))
  )
}
