import { useEffect } from 'react'
import { handleError } from './handle-error.ts'

/**
 * Shows a notice that a background fetch failed. A repeated failure replaces its own notice, so that it never pushes
 * out another one.
 */
export function useFailureNotice(error: Error | null, title: string): void {
  useEffect(() => {
    if (error) handleError(title, { key: `failed fetch: ${title}` })(error)
  }, [error, title])
}
