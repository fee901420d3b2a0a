import { isReturnable } from './guard.ts'

const KEY = 'copydesk.return'

/** Remembers, for this tab, the place somebody wanted to go to before they had to sign in. */
export function rememberPlace(address: string): void {
  if (isReturnable(address)) sessionStorage.setItem(KEY, address)
}

export function forgetPlace(): void {
  sessionStorage.removeItem(KEY)
}

/** The remembered place, once; never an address outside the product. */
export function takePlace(): string | null {
  const address = sessionStorage.getItem(KEY)
  forgetPlace()
  return address !== null && isReturnable(address) ? address : null
}
