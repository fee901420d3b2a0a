import { z } from 'zod'
import { IdInBody, nameText } from '../../../http/fields.ts'
import { CHOSEN_TYPES, type ChosenType, HOOK_FORMATS, type HookFormat } from './rules.ts'

const NAME_MAXIMUM = 60
const ADDRESS_MAXIMUM = 1000
const MOST_SITES = 200

/** `daily`: collected, and sent once a day at 9:00 in the organization's time zone. Only Slack and Teams. */
export const HOOK_TIMINGS = ['at_once', 'daily'] as const
export type HookTiming = (typeof HOOK_TIMINGS)[number]

export const HOOK_ADDRESS = 'Enter an address such as https://n8n.desk.example/webhook/copydesk'
export const SLACK_ADDRESS = 'Slack’s addresses start with https://hooks.slack.com/.'
export const TEAMS_ADDRESS =
  'Use the address of a Teams workflow, on powerplatform.com, powerautomate.com or logic.azure.com.'
export const INNER_ADDRESS =
  'That address is inside your network. The server’s operator can allow it with EVENT_HOOK_HOSTS.'
export const PLAIN_ADDRESS =
  'Use https. The server’s operator can allow http for a host with EVENT_HOOK_HOSTS.'
export const OTHER_PORT =
  'Use port 443. The server’s operator can allow other ports of a host with EVENT_HOOK_HOSTS.'

const TEAMS_HOSTS = ['powerplatform.com', 'powerautomate.com', 'logic.azure.com']

function urlOf(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** The fault of an address of this format, if any. Only the server knows whether it may be called. */
export function addressFault(format: HookFormat, address: string): string | undefined {
  const url = urlOf(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return HOOK_ADDRESS
  const isPlainHttps = url.protocol === 'https:' && url.port === ''
  if (format === 'slack') {
    return isPlainHttps && url.hostname === 'hooks.slack.com' ? undefined : SLACK_ADDRESS
  }
  if (format === 'teams') {
    return isPlainHttps && TEAMS_HOSTS.some((host) => url.hostname.endsWith(`.${host}`))
      ? undefined
      : TEAMS_ADDRESS
  }
  return undefined
}

/** Addresses of Slack and Teams are secrets: they are all that is needed to post. */
export const isAddressSecret = (format: HookFormat): boolean => format !== 'standard'

const Address = z.string().trim().min(1, HOOK_ADDRESS).max(ADDRESS_MAXIMUM)

const Fields = z.object({
  name: nameText(NAME_MAXIMUM, 'Please name the hook.'),
  types: z
    .array(z.enum(CHOSEN_TYPES as readonly [ChosenType, ...ChosenType[]]))
    .min(1, 'Choose at least one event.')
    .max(CHOSEN_TYPES.length),
  /** Null: events of all sites, new ones too. Events that belong to no site always count. */
  site_ids: z.array(IdInBody).min(1, 'Choose at least one site.').max(MOST_SITES).nullable(),
  timing: z.enum(HOOK_TIMINGS),
})

export const EventHookBody = Fields.extend({ format: z.enum(HOOK_FORMATS), address: Address })
  .superRefine(({ format, address }, context) => {
    const fault = addressFault(format, address)
    if (fault) context.addIssue({ code: 'custom', path: ['address'], message: fault })
  })
  .refine(({ format, timing }) => format !== 'standard' || timing === 'at_once', {
    path: ['timing'],
    message: 'Only Slack and Teams messages can be collected.',
  })
export type EventHookBody = z.infer<typeof EventHookBody>

/** The format stays. Without `address`, so does the address. */
export const EventHookChange = Fields.extend({
  address: Address.optional(),
  version: z.number().int().min(0),
})
export type EventHookChange = z.infer<typeof EventHookChange>
