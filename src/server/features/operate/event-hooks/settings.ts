import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

const HOST = /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d{1,5})?$/

export const eventHookSettings = settingGroup({
  variables: {
    EVENT_HOOK_HOSTS: z
      .string()
      .toLowerCase()
      .transform((list) => list.split(/[\s,]+/).filter((host) => host !== ''))
      .refine((hosts) => hosts.every((host) => HOST.test(host)))
      .optional(),
  },
  expected: { EVENT_HOOK_HOSTS: 'hosts, separated by commas, such as n8n.internal or n8n.internal:5678' },
  settings: ({ EVENT_HOOK_HOSTS }) => ({
    /** Hosts that event hooks may call although they are inside the network, without TLS, or at another port. */
    eventHookHosts: EVENT_HOOK_HOSTS ?? [],
  }),
})
