import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'

/** Where connected systems tell us what happened; each subscription has an address of its own. */
export const webhookEndpoints = {
  receive: endpoint({
    method: 'POST',
    path: '/api/hooks/asana/:subscriptionId',
    access: 'public',
    summary: 'What happened on a task board, signed by it',
    params: z.object({ subscriptionId: z.string() }),
    status: 200,
    hook: { secret: 'x-hook-secret', signature: 'x-hook-signature', perTenSeconds: 1000 },
  }),
}
