import { z } from 'zod'
import { withoutEndSlashes } from '#shared/http/fields.ts'

const address = (preset: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform(withoutEndSlashes)
    .prefault(preset)
const secret = z.string().min(1).optional()

/** Site codes and the access to each one's publishing system. */
const PublishingAccounts = z.record(
  z.string().regex(/^[a-z]{2}$/i),
  z.strictObject({
    baseUrl: z.url({ protocol: /^https?$/ }).transform(withoutEndSlashes),
    user: z.string().min(1),
    appPassword: z.string().min(1),
  }),
)
export type PublishingAccounts = z.infer<typeof PublishingAccounts>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The variables that name outside systems; part of the environment that `readSettings` reads. */
export const VENDOR_VARIABLES = {
  ASANA_TOKEN: secret,
  ASANA_WORKSPACE_GID: z.string().regex(/^\d+$/).optional(),
  ASANA_UPDATE_LEVEL_FIELD: z.string().min(1).default('Update Level'),
  ASANA_BASE_URL: address('https://app.asana.com/api/1.0'),
  WP_SITES: z.string().transform(parseJson).pipe(PublishingAccounts).optional(),
  AMAZON_CREATORS_CREDENTIAL_ID: secret,
  AMAZON_CREATORS_CREDENTIAL_SECRET: secret,
  AMAZON_CREATORS_VERSION: z
    .string()
    .regex(/^[23]\.[123]$/)
    .default('3.1'),
  AMAZON_PARTNER_TAG: secret,
  AMAZON_MARKETPLACE: z
    .string()
    .regex(/^www\.amazon\.[a-z.]+$/)
    .default('www.amazon.com'),
  AMAZON_CREATORS_BASE_URL: address('https://creatorsapi.amazon'),
  AMAZON_TOKEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  RAINFOREST_API_KEY: secret,
  RAINFOREST_BASE_URL: address('https://api.rainforestapi.com'),
  SOV_OWN_PUBLISHERS: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .transform((names) => names.filter((name) => name !== ''))
    .pipe(z.array(z.string()).min(1))
    .optional(),
  S3_BUCKET: secret,
  S3_REGION: secret,
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*\/?$/)
    .transform((folder) => (folder.endsWith('/') ? folder : `${folder}/`))
    .default(''),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false),
  // Pages and articles only show pictures that come over https, or from this machine.
  S3_PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)([:/]|$)/.test(url))
    .transform(withoutEndSlashes)
    .optional(),
  AWS_ACCESS_KEY_ID: secret,
  AWS_SECRET_ACCESS_KEY: secret,
}

/** What each must look like, for the line that refuses a wrong one. */
export const VENDOR_EXPECTED: Readonly<Record<string, string>> = {
  ASANA_WORKSPACE_GID: 'the digits of the workspace',
  ASANA_BASE_URL: 'an address such as https://app.asana.com/api/1.0',
  WP_SITES:
    'JSON such as {"hs":{"baseUrl":"https://hearthside.example","user":"desk","appPassword":"…"}} with two-letter site codes',
  AMAZON_CREATORS_VERSION: 'a credential version between 2.1 and 3.3',
  AMAZON_MARKETPLACE: 'a marketplace such as www.amazon.com',
  AMAZON_CREATORS_BASE_URL: 'an address such as https://creatorsapi.amazon',
  AMAZON_TOKEN_URL: 'an address such as https://api.amazon.com/auth/o2/token',
  RAINFOREST_BASE_URL: 'an address such as https://api.rainforestapi.com',
  SOV_OWN_PUBLISHERS: 'the names or partner tags of our publishers, separated by commas',
  S3_PREFIX: 'a folder such as copydesk or desks/hearthside, of letters, digits, - and _',
  S3_ENDPOINT: 'an address such as https://s3.example.com',
  S3_FORCE_PATH_STYLE: 'true or false',
  S3_PUBLIC_BASE_URL: 'the https address under which browsers find the images',
}

/** Settings that only make sense together: with all of them the vendor is used, with none the built-in adapter. */
const GROUPS: readonly (readonly string[])[] = [
  ['ASANA_TOKEN', 'ASANA_WORKSPACE_GID'],
  ['AMAZON_CREATORS_CREDENTIAL_ID', 'AMAZON_CREATORS_CREDENTIAL_SECRET', 'AMAZON_PARTNER_TAG'],
  ['RAINFOREST_API_KEY', 'SOV_OWN_PUBLISHERS'],
  ['S3_BUCKET', 'S3_REGION', 'S3_PUBLIC_BASE_URL'],
]

/** The first group of which some settings are given and some are missing, as one line; null when there is none. */
export function incompleteVendor(given: Readonly<Record<string, unknown>>): string | null {
  for (const group of GROUPS) {
    const missing = group.filter((name) => given[name] === undefined)
    if (missing.length === 0 || missing.length === group.length) continue
    const present = group.filter((name) => !missing.includes(name))
    return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: ${present.join(' and ')} cannot be used without.`
  }
  return null
}

const Variables = z.object(VENDOR_VARIABLES)

export interface VendorSettings {
  asana: { token: string; workspaceGid: string; updateLevelField: string; baseUrl: string } | undefined
  /** By two-letter site code in lower case; a site without an account uses the built-in posts. */
  publishing: PublishingAccounts
  amazon:
    | {
        credentialId: string
        secret: string
        version: string
        partnerTag: string
        marketplace: string
        baseUrl: string
        tokenUrl: string | undefined
      }
    | undefined
  rainforest:
    | {
        apiKey: string
        baseUrl: string
        marketplace: string
        /** Names and partner tags. */
        ownPublishers: string[]
      }
    | undefined
  /** The host of the shop to which products lead, whoever tells of them. */
  marketplace: string
  s3:
    | {
        bucket: string
        /** What every object's key begins with: empty, or a folder with a slash at its end. */
        prefix: string
        region: string
        publicBaseUrl: string
        endpoint: string | undefined
        forcePathStyle: boolean
        /** Left out, the AWS SDK looks for them where it always does. */
        credentials: { accessKeyId: string; secretAccessKey: string } | undefined
      }
    | undefined
}

/** Which vendors are to be used, from variables that have been parsed and are complete. */
export function vendorSettings(values: z.infer<typeof Variables>): VendorSettings {
  return {
    asana: asanaSettings(values),
    publishing: Object.fromEntries(
      Object.entries(values.WP_SITES ?? {}).map(([code, account]) => [code.toLowerCase(), account]),
    ),
    amazon: amazonSettings(values),
    rainforest: rainforestSettings(values),
    marketplace: values.AMAZON_MARKETPLACE,
    s3: s3Settings(values),
  }
}

function asanaSettings(values: z.infer<typeof Variables>): VendorSettings['asana'] {
  const { ASANA_TOKEN: token, ASANA_WORKSPACE_GID: workspaceGid } = values
  if (token === undefined || workspaceGid === undefined) return undefined
  return {
    token,
    workspaceGid,
    updateLevelField: values.ASANA_UPDATE_LEVEL_FIELD,
    baseUrl: values.ASANA_BASE_URL,
  }
}

function amazonSettings(values: z.infer<typeof Variables>): VendorSettings['amazon'] {
  const {
    AMAZON_CREATORS_CREDENTIAL_ID: credentialId,
    AMAZON_CREATORS_CREDENTIAL_SECRET: credentialSecret,
    AMAZON_PARTNER_TAG: partnerTag,
  } = values
  if (credentialId === undefined || credentialSecret === undefined || partnerTag === undefined)
    return undefined
  return {
    credentialId,
    secret: credentialSecret,
    version: values.AMAZON_CREATORS_VERSION,
    partnerTag,
    marketplace: values.AMAZON_MARKETPLACE,
    baseUrl: values.AMAZON_CREATORS_BASE_URL,
    tokenUrl: values.AMAZON_TOKEN_URL,
  }
}

function rainforestSettings(values: z.infer<typeof Variables>): VendorSettings['rainforest'] {
  const { RAINFOREST_API_KEY: apiKey, SOV_OWN_PUBLISHERS: ownPublishers } = values
  if (apiKey === undefined || ownPublishers === undefined) return undefined
  return {
    apiKey,
    ownPublishers,
    baseUrl: values.RAINFOREST_BASE_URL,
    marketplace: values.AMAZON_MARKETPLACE,
  }
}

function s3Settings(values: z.infer<typeof Variables>): VendorSettings['s3'] {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_PUBLIC_BASE_URL: publicBaseUrl } = values
  if (bucket === undefined || region === undefined || publicBaseUrl === undefined) return undefined
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined
  return {
    bucket,
    prefix: values.S3_PREFIX,
    region,
    publicBaseUrl,
    endpoint: values.S3_ENDPOINT,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
    credentials: hasKeys ? { accessKeyId, secretAccessKey } : undefined,
  }
}
