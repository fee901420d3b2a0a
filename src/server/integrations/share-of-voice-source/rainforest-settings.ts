import { z } from 'zod'
import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'
import { MARKETPLACE } from '../product-catalog/amazon-creators-settings.ts'

export interface RainforestAccount {
  apiKey: string
  baseUrl: string
  marketplace: string
  /** Searches of all servers together. */
  perSecond: number
  /** Names and partner tags. */
  ownPublishers: string[]
}

export const rainforestSettings = settingGroup({
  variables: {
    RAINFOREST_API_KEY: optionalText(),
    RAINFOREST_BASE_URL: webAddress().prefault('https://api.rainforestapi.com'),
    RAINFOREST_PER_SECOND: z.coerce.number().min(0.1).max(100).default(5),
    SOV_OWN_PUBLISHERS: z
      .string()
      .transform((list) => list.split(',').map((name) => name.trim()))
      .transform((names) => names.filter((name) => name !== ''))
      .pipe(z.array(z.string()).min(1))
      .optional(),
    AMAZON_MARKETPLACE: MARKETPLACE.variable,
  },
  expected: {
    RAINFOREST_BASE_URL: 'an address such as https://api.rainforestapi.com',
    RAINFOREST_PER_SECOND: 'a number of searches a second, 0.1 to 100',
    SOV_OWN_PUBLISHERS: 'the names or partner tags of our publishers, separated by commas',
    AMAZON_MARKETPLACE: MARKETPLACE.expected,
  },
  together: [['RAINFOREST_API_KEY', 'SOV_OWN_PUBLISHERS']],
  settings(values): { rainforest: RainforestAccount | undefined } {
    const { RAINFOREST_API_KEY: apiKey, SOV_OWN_PUBLISHERS: ownPublishers } = values
    if (apiKey === undefined || ownPublishers === undefined) return { rainforest: undefined }
    const { RAINFOREST_BASE_URL: baseUrl, AMAZON_MARKETPLACE: marketplace } = values
    const { RAINFOREST_PER_SECOND: perSecond } = values
    return { rainforest: { apiKey, ownPublishers, baseUrl, marketplace, perSecond } }
  },
  vendors: ({ rainforest }) => ({
    shareOfVoice: rainforest ? `Rainforest ${rainforest.marketplace} at ${rainforest.baseUrl}` : BUILT_IN,
  }),
})
