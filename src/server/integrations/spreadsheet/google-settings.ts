import { BUILT_IN, isOpenToOthers, settingGroup, webAddress } from '../../settings/settings-group.ts'
import {
  EXPECTED_ACCOUNT,
  type GoogleAccount,
  googleAccount,
  tokenInClear,
} from '../vendor-client/google-account.ts'

export interface GoogleSheetsAccount {
  /** The account that users share their sheets with. */
  key: GoogleAccount
  baseUrl: string
}

export const googleSettings = settingGroup({
  variables: {
    GOOGLE_SERVICE_ACCOUNT_JSON: googleAccount(),
    GOOGLE_SHEETS_BASE_URL: webAddress().prefault('https://sheets.googleapis.com'),
  },
  expected: {
    GOOGLE_SERVICE_ACCOUNT_JSON: EXPECTED_ACCOUNT,
    GOOGLE_SHEETS_BASE_URL: 'an address such as https://sheets.googleapis.com',
  },
  refusedInProduction({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GOOGLE_SHEETS_BASE_URL: baseUrl }) {
    if (key !== undefined && isOpenToOthers(baseUrl))
      return 'GOOGLE_SHEETS_BASE_URL is not usable: a token would be sent unencrypted.'
    return tokenInClear(key)
  },
  settings({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GOOGLE_SHEETS_BASE_URL: baseUrl }): {
    google: GoogleSheetsAccount | undefined
  } {
    return { google: key && { key, baseUrl } }
  },
  vendors: ({ google }) => ({ sheets: google ? `Google Sheets at ${google.baseUrl}` : BUILT_IN }),
})
