import { fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { HOLD_MS } from '#web/ui/hold/hold.ts'

/**
 * Unlocks the held buttons of an object that replaced another: the pointer leaves them, and the hold ends.
 */
export async function readFirst(): Promise<void> {
  const held = () => document.querySelectorAll('[data-held]')
  await waitFor(() => expect(held()).not.toHaveLength(0))
  fireEvent.pointerMove(document.body)
  await waitFor(() => expect(held()).toHaveLength(0), { timeout: 4 * HOLD_MS })
}
