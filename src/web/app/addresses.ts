import type { ScreenName } from '#shared/access/screens.ts'

export interface AddressSchema {
  parse(address: unknown): object
}

interface Address {
  schema: AddressSchema
  /** What need not be said. */
  defaults: object
}

const addresses = new Map<string, Address>()

/**
 * Brings what the addresses of the screens behind the sign-in may say. No such screen is shown and no link to one is
 * drawn before; signed-out visitors do without.
 */
export async function loadAddresses(): Promise<void> {
  const { SEARCHES } = await import('./searches.ts')
  for (const [name, schema] of Object.entries(SEARCHES))
    addresses.set(name, { schema, defaults: schema.parse({}) })
}

/** None where the address of a screen is its path alone, or before they have been brought. */
export const addressOf = (name: ScreenName): Address | undefined => addresses.get(name)

export const areAddressesLoaded = (): boolean => addresses.size > 0
