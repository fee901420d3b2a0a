import { z } from 'zod'
import { readJson } from '../../read-json.ts'
import { BUILT_IN, isOpenToOthers, settingGroup, webAddress } from '../../settings/settings-group.ts'
import {
  EXPECTED_ACCOUNT,
  type GoogleAccount,
  googleAccount,
  tokenInClear,
} from '../vendor-client/google-account.ts'

export interface SearchConsoleAccount {
  key: GoogleAccount
  /** The property of each site, by its code in lower case: `https://www.site.example/` or `sc-domain:site.example`. */
  properties: Readonly<Record<string, string>>
  baseUrl: string
}

const Property = z.string().regex(/^(sc-domain:[^/\s]+|https?:\/\/\S+\/)$/)

export const searchConsoleSettings = settingGroup({
  variables: {
    GOOGLE_SERVICE_ACCOUNT_JSON: googleAccount(),
    GSC_PROPERTIES: z
      .string()
      .transform((text) => readJson(text))
      .pipe(z.record(z.string().regex(/^[a-z]{2}$/i), Property))
      .optional(),
    GSC_BASE_URL: webAddress().prefault('https://searchconsole.googleapis.com'),
  },
  expected: {
    GOOGLE_SERVICE_ACCOUNT_JSON: EXPECTED_ACCOUNT,
    GSC_PROPERTIES:
      'JSON such as {"hs":"sc-domain:hearthside.example","ok":"https://www.openkitchen.example/"} with two-letter site codes',
    GSC_BASE_URL: 'an address such as https://searchconsole.googleapis.com',
  },
  // The account alone is for the other services of Google's.
  refused: ({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GSC_PROPERTIES: properties }) =>
    properties !== undefined && key === undefined
      ? 'GOOGLE_SERVICE_ACCOUNT_JSON is missing: GSC_PROPERTIES cannot be used without it.'
      : null,
  refusedInProduction({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GSC_BASE_URL: baseUrl }) {
    if (key === undefined) return null
    if (isOpenToOthers(baseUrl)) return 'GSC_BASE_URL is not usable: a token would be sent unencrypted.'
    return tokenInClear(key)
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
