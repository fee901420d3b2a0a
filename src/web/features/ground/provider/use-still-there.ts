import { wasUsedLast } from './use-provider-refusal.ts'

const KEY = 'copydesk.signed-out'

/** Notes that a user chose to sign out who came through the provider, and is still signed in there. */
export function markSignedOut(): void {
  if (wasUsedLast()) sessionStorage.setItem(KEY, 'provider')
}

export const forgetSignedOut = (): void => sessionStorage.removeItem(KEY)

/** Whether the user who signed out in this tab is still signed in at the provider, as far as is known. */
export const useIsStillThere = (): boolean => sessionStorage.getItem(KEY) === 'provider' && wasUsedLast()
