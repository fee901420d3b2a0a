import { isReturnable } from './guard.ts'

const KEY = 'copydesk.return'

/** Stores, for this tab, the address that the user wanted before they had to sign in. */
export function rememberPlace(address: string): void {
  if (isReturnable(address)) sessionStorage.setItem(KEY, address)
}

export function forgetPlace(): void {
  sessionStorage.removeItem(KEY)
}

/** Returns the stored address and deletes it; never an address outside the product. */
export function takePlace(): string | null {
  const address = sessionStorage.getItem(KEY)
  forgetPlace()
  return address !== null && isReturnable(address) ? address : null
}
