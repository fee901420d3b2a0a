import { useSyncExternalStore } from 'react'
import type { StepUpDetails } from '#shared/http/errors.ts'

type StepUpFactors = StepUpDetails['factors']

/** A call that waits until the user has confirmed their identity. */
export interface StepUpRequest {
  /** With which of them the user can do so. */
  factors: StepUpFactors
  settle(isConfirmed: boolean): void
}

const listeners = new Set<() => void>()
let open: (StepUpRequest & { outcome: Promise<boolean> }) | null = null

function show(next: typeof open) {
  open = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm their identity; false if they cancel, null if no screen can ask. Simultaneous
 * calls share one dialog.
 */
export async function askToStepUp(factors: StepUpFactors): Promise<boolean | null> {
  if (listeners.size === 0) return null
  if (open === null) {
    const { promise: outcome, resolve } = Promise.withResolvers<boolean>()
    const settle = (isConfirmed: boolean) => {
      resolve(isConfirmed)
      show(null)
    }
    show({ factors, settle, outcome })
  }
  return open?.outcome ?? null
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The user was signed out: no call may wait forever.
    if (listeners.size === 0) open?.settle(false)
  }
}

/** The request that the dialog shows; null while no call waits. */
export const useStepUpRequest = (): StepUpRequest | null => useSyncExternalStore(subscribe, () => open)
