import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { BUILT_IN, isOpenToOthers, settingGroup, webAddress } from '../../settings-group.ts'

const ServiceAccount = z.object({
  client_email: z.string().min(3),
  private_key: z.string().refine(isKey),
  private_key_id: z.string().min(1).optional(),
  token_uri: webAddress().prefault('https://oauth2.googleapis.com/token'),
})
/** The fields of a service account's key file that we read. */
export type ServiceAccount = z.infer<typeof ServiceAccount>

function isKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface SearchConsoleAccount {
  key: ServiceAccount
  /** The property of each site, by its code in lower case: `https://www.site.example/` or `sc-domain:site.example`. */
  properties: Readonly<Record<string, string>>
  baseUrl: string
}

const Property = z.string().regex(/^(sc-domain:[^/\s]+|https?:\/\/\S+\/)$/)

export const searchConsoleSettings = settingGroup({
  variables: {
    GOOGLE_SERVICE_ACCOUNT_JSON: z.string().transform(parseJson).pipe(ServiceAccount).optional(),
    GSC_PROPERTIES: z
      .string()
      .transform(parseJson)
      .pipe(z.record(z.string().regex(/^[a-z]{2}$/i), Property))
      .optional(),
    GSC_BASE_URL: webAddress().prefault('https://searchconsole.googleapis.com'),
  },
  expected: {
    GOOGLE_SERVICE_ACCOUNT_JSON: "a service account's key file, with client_email and private_key",
    GSC_PROPERTIES:
      'JSON such as {"hs":"sc-domain:hearthside.example","ok":"https://www.openkitchen.example/"} with two-letter site codes',
    GSC_BASE_URL: 'an address such as https://searchconsole.googleapis.com',
  },
  together: [['GOOGLE_SERVICE_ACCOUNT_JSON', 'GSC_PROPERTIES']],
  refusedInProduction({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GSC_BASE_URL: baseUrl }) {
    if (key === undefined) return null
    if (isOpenToOthers(baseUrl)) return 'GSC_BASE_URL is not usable: a token would travel in clear.'
    return isOpenToOthers(key.token_uri)
      ? 'GOOGLE_SERVICE_ACCOUNT_JSON is not usable: its token_uri would send a token in clear.'
      : null
  },
  settings(values): { searchConsole: SearchConsoleAccount | undefined } {
    const { GOOGLE_SERVICE_ACCOUNT_JSON: key, GSC_PROPERTIES: given, GSC_BASE_URL: baseUrl } = values
    if (key === undefined || given === undefined) return { searchConsole: undefined }
    const properties = Object.fromEntries(
      Object.entries(given).map(([code, property]) => [code.toLowerCase(), property]),
    )
    return { searchConsole: { key, properties, baseUrl } }
  },
  vendors: ({ searchConsole }) => ({
    searches: searchConsole
      ? `Google Search Console at ${searchConsole.baseUrl} as ${searchConsole.key.client_email}`
      : BUILT_IN,
  }),
})
