import { useEffect } from 'react'
import { handleError } from './handle-error.ts'

/** Tells the person that a read in the background failed, once per failure. */
export function useFailureNotice(error: Error | null, title: string): void {
  useEffect(() => {
    if (error) handleError(title)(error)
  }, [error, title])
}
