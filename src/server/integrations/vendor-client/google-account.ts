import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../read-json.ts'
import { isOpenToOthers, webAddress } from '../../settings/settings-group.ts'

function isKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const GoogleAccount = z.object({
  client_email: z.string().min(3),
  private_key: z.string().refine(isKey),
  private_key_id: z.string().min(1).optional(),
  token_uri: webAddress().prefault('https://oauth2.googleapis.com/token'),
})
/** The fields of a service account's key file that we read. */
export type GoogleAccount = z.infer<typeof GoogleAccount>

/** One account for everything that is Google's: the search console, the sheets, the accounts of people. */
export const googleAccount = () =>
  z
    .string()
    .transform((text) => readJson(text))
    .pipe(GoogleAccount)
    .optional()

/** What the setting of it must look like. */
export const EXPECTED_ACCOUNT = "a service account's key file, with client_email and private_key"

/** Why production may not use an account; null where it may. */
export const tokenInClear = (account: GoogleAccount | undefined): string | null =>
  account !== undefined && isOpenToOthers(account.token_uri)
    ? 'GOOGLE_SERVICE_ACCOUNT_JSON is not usable: its token_uri would send a token unencrypted.'
    : null
