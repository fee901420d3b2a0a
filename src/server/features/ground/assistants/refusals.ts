/** Why a request can't be answered, as the page for it calls the reasons. */
export type Refusal = 'off' | 'host' | 'unreadable' | 'expired' | 'invalid'

/** Address of the page that tells the person why nothing was connected. */
export function refusedAddress(why: Refusal, host: string | null): string {
  const said = new URLSearchParams({ why, ...(host === null ? {} : { host }) })
  return `/connect/refused?${said}`
}
