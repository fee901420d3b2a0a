import { useRef, useState } from 'react'
import type { QueryAnswer } from '#shared/features/operate/db-query/contract.ts'
import { useExecute } from './queries.ts'

interface Asked {
  /** The statement as it was executed. */
  statement: string
  answer: QueryAnswer
}

/**
 * Runs one statement at a time: a new one cancels the previous. `failure` is an error that prevented the
 * request; an error from PostgreSQL is a regular result.
 */
export function useAsking() {
  const { mutate, isPending } = useExecute()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const underWay = useRef<AbortController>(null)
  const ask = (statement: string) => {
    underWay.current?.abort()
    const hangUp = new AbortController()
    underWay.current = hangUp
    setFailure(null)
    mutate(
      { statement, signal: hangUp.signal },
      {
        onSuccess: (answer) => answer && setAsked({ statement, answer }),
        onError: (error) => !hangUp.signal.aborted && setFailure(error),
      },
    )
  }
  return { ask, asked, failure, isPending, cancel: () => underWay.current?.abort() }
}
