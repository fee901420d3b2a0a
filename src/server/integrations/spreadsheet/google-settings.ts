import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { BUILT_IN, optionalText, SettingsError, settingGroup, webAddress } from '../../settings-group.ts'

const ServiceAccount = z.object({
  client_email: z.string().min(3),
  private_key: z.string().min(20),
  token_uri: z.url({ protocol: /^https?$/ }),
})

export interface GoogleAccount {
  /** With whom people share their sheets. */
  email: string
  privateKey: string
  tokenUrl: string
  sheetsUrl: string
}

function accountOf(json: string | undefined, sheetsUrl: string): GoogleAccount | undefined {
  if (json === undefined) return undefined
  const fault = new SettingsError(
    'GOOGLE_SERVICE_ACCOUNT_JSON is not usable: expected the key file of a service account, as JSON.',
  )
  let key: unknown
  try {
    key = JSON.parse(json)
  } catch {
    throw fault
  }
  const { success, data } = ServiceAccount.safeParse(key)
  if (!success) throw fault
  try {
    createPrivateKey(data.private_key)
  } catch {
    throw fault
  }
  return { email: data.client_email, privateKey: data.private_key, tokenUrl: data.token_uri, sheetsUrl }
}

export const googleSettings = settingGroup({
  variables: {
    GOOGLE_SERVICE_ACCOUNT_JSON: optionalText(),
    GOOGLE_SHEETS_BASE_URL: webAddress().prefault('https://sheets.googleapis.com'),
  },
  expected: {
    GOOGLE_SERVICE_ACCOUNT_JSON: 'the key file of a service account, as JSON',
    GOOGLE_SHEETS_BASE_URL: 'an address such as https://sheets.googleapis.com',
  },
  settings: (values): { google: GoogleAccount | undefined } => ({
    google: accountOf(values.GOOGLE_SERVICE_ACCOUNT_JSON, values.GOOGLE_SHEETS_BASE_URL),
  }),
  vendors: ({ google }) => ({ sheets: google ? `Google Sheets at ${google.sheetsUrl}` : BUILT_IN }),
})
