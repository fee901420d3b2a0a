import { createOidcProvider } from './oidc.ts'
import type { ProviderAccount } from './oidc-settings.ts'
import type { SignInProvider } from './port.ts'

/** The configured provider; null if there is none. */
export const chooseSignInProvider = ({
  account,
  publicUrl,
}: {
  account: ProviderAccount | undefined
  publicUrl: string
}): SignInProvider | null => (account === undefined ? null : createOidcProvider({ account, publicUrl }))
