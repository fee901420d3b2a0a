import { z } from 'zod'
import { BUILT_IN, isOpenToOthers, settingGroup, webAddress } from '../../settings/settings-group.ts'
import {
  EXPECTED_ACCOUNT,
  type GoogleAccount,
  googleAccount,
  tokenInClear,
} from '../vendor-client/google-account.ts'

export interface GoogleWorkspaceAccount {
  key: GoogleAccount
  /** The administrator impersonated by the service account, in lower case. */
  subject: string
  baseUrl: string
}

export const googleDirectorySettings = settingGroup({
  variables: {
    GOOGLE_SERVICE_ACCOUNT_JSON: googleAccount(),
    GOOGLE_ADMIN_SUBJECT: z.email().toLowerCase().optional(),
    GOOGLE_ADMIN_BASE_URL: webAddress().prefault('https://admin.googleapis.com'),
  },
  expected: {
    GOOGLE_SERVICE_ACCOUNT_JSON: EXPECTED_ACCOUNT,
    GOOGLE_ADMIN_SUBJECT: 'the email of an administrator such as admin@desk.example',
    GOOGLE_ADMIN_BASE_URL: 'an address such as https://admin.googleapis.com',
  },
  // The account alone is for the other services of Google's.
  refused: ({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GOOGLE_ADMIN_SUBJECT: subject }) =>
    subject !== undefined && key === undefined
      ? 'GOOGLE_SERVICE_ACCOUNT_JSON is missing: GOOGLE_ADMIN_SUBJECT cannot be used without it.'
      : null,
  refusedInProduction({ GOOGLE_SERVICE_ACCOUNT_JSON: key, GOOGLE_ADMIN_BASE_URL: baseUrl }) {
    if (key !== undefined && isOpenToOthers(baseUrl))
      return 'GOOGLE_ADMIN_BASE_URL is not usable: a token would be sent unencrypted.'
    return tokenInClear(key)
  },
  settings(values): { googleWorkspace: GoogleWorkspaceAccount | undefined } {
    const {
      GOOGLE_SERVICE_ACCOUNT_JSON: key,
      GOOGLE_ADMIN_SUBJECT: subject,
      GOOGLE_ADMIN_BASE_URL: baseUrl,
    } = values
    if (key === undefined || subject === undefined) return { googleWorkspace: undefined }
    return { googleWorkspace: { key, subject, baseUrl } }
  },
  vendors: ({ googleWorkspace }) => ({
    mailAndCalendar: googleWorkspace
      ? `Google Workspace at ${googleWorkspace.baseUrl} as ${googleWorkspace.subject}`
      : BUILT_IN,
  }),
})
