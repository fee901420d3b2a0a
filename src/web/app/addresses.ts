import type { ScreenName } from '#shared/access/screens.ts'

export interface AddressSchema {
  parse(address: unknown): object
}

interface Address {
  schema: AddressSchema
  /** Parameters that equal these are left out. */
  defaults: object
}

const addresses = new Map<string, Address>()

/**
 * Loads the address schemas of screens that require signing in. No such screen or link is rendered before;
 * signed-out visitors do not need them.
 */
export async function loadAddresses(): Promise<void> {
  const { SEARCHES } = await import('./searches.ts')
  for (const [name, schema] of Object.entries(SEARCHES))
    addresses.set(name, { schema, defaults: schema.parse({}) })
}

/** Undefined if a screen's address is its path alone, or before the schemas are loaded. */
export const addressOf = (name: ScreenName): Address | undefined => addresses.get(name)

export const areAddressesLoaded = (): boolean => addresses.size > 0
