import { z } from 'zod'
import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'

export interface AmazonAccount {
  credentialId: string
  secret: string
  version: string
  partnerTag: string
  marketplace: string
  baseUrl: string
  tokenUrl: string | undefined
}

/** Host of the shop that product links lead to, whatever the source of the data. */
export const MARKETPLACE = {
  variable: z
    .string()
    .regex(/^www\.amazon\.[a-z.]+$/)
    .default('www.amazon.com'),
  expected: 'a marketplace such as www.amazon.com',
}

export const amazonSettings = settingGroup({
  variables: {
    AMAZON_CREATORS_CREDENTIAL_ID: optionalText(),
    AMAZON_CREATORS_CREDENTIAL_SECRET: optionalText(),
    AMAZON_CREATORS_VERSION: z
      .string()
      .regex(/^[23]\.[123]$/)
      .default('3.1'),
    AMAZON_PARTNER_TAG: optionalText(),
    AMAZON_MARKETPLACE: MARKETPLACE.variable,
    AMAZON_CREATORS_BASE_URL: webAddress().prefault('https://creatorsapi.amazon'),
    AMAZON_TOKEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  },
  expected: {
    AMAZON_CREATORS_VERSION: 'a credential version between 2.1 and 3.3',
    AMAZON_MARKETPLACE: MARKETPLACE.expected,
    AMAZON_CREATORS_BASE_URL: 'an address such as https://creatorsapi.amazon',
    AMAZON_TOKEN_URL: 'an address such as https://api.amazon.com/auth/o2/token',
  },
  together: [['AMAZON_CREATORS_CREDENTIAL_ID', 'AMAZON_CREATORS_CREDENTIAL_SECRET', 'AMAZON_PARTNER_TAG']],
  settings: (values) => ({ amazon: accountOf(values), marketplace: values.AMAZON_MARKETPLACE }),
  vendors: ({ amazon }) => ({
    catalog: amazon ? `Amazon ${amazon.marketplace} as ${amazon.partnerTag} at ${amazon.baseUrl}` : BUILT_IN,
  }),
})

function accountOf(values: {
  AMAZON_CREATORS_CREDENTIAL_ID?: string | undefined
  AMAZON_CREATORS_CREDENTIAL_SECRET?: string | undefined
  AMAZON_PARTNER_TAG?: string | undefined
  AMAZON_CREATORS_VERSION: string
  AMAZON_MARKETPLACE: string
  AMAZON_CREATORS_BASE_URL: string
  AMAZON_TOKEN_URL?: string | undefined
}): AmazonAccount | undefined {
  const {
    AMAZON_CREATORS_CREDENTIAL_ID: credentialId,
    AMAZON_CREATORS_CREDENTIAL_SECRET: secret,
    AMAZON_PARTNER_TAG: partnerTag,
  } = values
  if (credentialId === undefined || secret === undefined || partnerTag === undefined) return undefined
  return {
    credentialId,
    secret,
    version: values.AMAZON_CREATORS_VERSION,
    partnerTag,
    marketplace: values.AMAZON_MARKETPLACE,
    baseUrl: values.AMAZON_CREATORS_BASE_URL,
    tokenUrl: values.AMAZON_TOKEN_URL,
  }
}
