import { useEffect } from 'react'
import { handleError } from './handle-error.ts'

/** Shows a notice that a background fetch failed, once per failure. */
export function useFailureNotice(error: Error | null, title: string): void {
  useEffect(() => {
    if (error) handleError(title)(error)
  }, [error, title])
}
