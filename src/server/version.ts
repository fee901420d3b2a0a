import { readFileSync } from 'node:fs'
import { z } from 'zod'

const file = new URL('../../package.json', import.meta.url)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8')))

/** User agent for requests to other systems; some refuse requests without one. */
export const USER_AGENT = `copydesk/${version}`
