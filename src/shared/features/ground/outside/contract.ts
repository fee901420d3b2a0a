import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const OutsideSystem = z.object({
  /** What it does for us, e.g. `Tasks` or `Posts of hs`. */
  port: z.string(),
  /** Who does it: `built-in`, `Asana`… */
  adapter: z.string(),
  ok: z.boolean(),
  /** One line: the problem and its remedy. */
  detail: z.string(),
  checked_at: Timestamp,
})

export const outsideEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/health/systems',
    access: ['ManageUsers'],
    summary: 'The last health check of each outside system.',
    answer: z.array(OutsideSystem),
  }),
}
