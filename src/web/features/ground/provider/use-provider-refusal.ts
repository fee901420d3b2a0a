import { useSyncExternalStore } from 'react'
import type { ProviderRefusalDetails } from '#shared/features/ground/provider/contract.ts'

export interface ProviderRefusal extends ProviderRefusalDetails {
  /** The server's words. */
  message: string
}

const listeners = new Set<() => void>()
let refusal: ProviderRefusal | null = null

/** Why the last sign-in through the provider failed; null for another attempt. */
export function setRefusal(next: ProviderRefusal | null): void {
  refusal = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useProviderRefusal = (): ProviderRefusal | null => useSyncExternalStore(subscribe, () => refusal)

const LAST_KEY = 'copydesk.signed-in-with'

/** Remembers, without a name, how somebody signed in with this browser last. */
export function rememberMethod(method: 'provider' | 'other'): void {
  if (method === 'provider') localStorage.setItem(LAST_KEY, method)
  else localStorage.removeItem(LAST_KEY)
}

export const wasUsedLast = (): boolean => localStorage.getItem(LAST_KEY) === 'provider'
