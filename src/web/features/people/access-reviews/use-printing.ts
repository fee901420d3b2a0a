import { useEffect, useState } from 'react'
import type { ReviewedAccount } from '#shared/features/people/access-reviews/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from './messages.ts'
import { readAllAccounts } from './queries.ts'

/** Fetches all accounts before printing, because the screen only has one page of them. */
export function usePrinting(id: number) {
  const [accounts, setAccounts] = useState<readonly ReviewedAccount[] | null>(null)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    if (accounts === null) return
    window.print()
    setAccounts(null)
  }, [accounts])
  const print = () => {
    setReading(true)
    readAllAccounts(id)
      .then(setAccounts)
      .catch(handleError(FAILURES.accounts))
      .finally(() => setReading(false))
  }
  return { accounts, isReading, print }
}
