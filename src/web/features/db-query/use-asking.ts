import { useRef, useState } from 'react'
import type { QueryAnswer } from '#shared/features/db-query/contract.ts'
import { useExecute } from './queries.ts'

interface Asked {
  /** What was asked, as it was then. */
  statement: string
  answer: QueryAnswer
}

/**
 * Asks one statement after the other: a new one ends the one before. `failure` is what kept the last one from being
 * asked at all; what PostgreSQL has against it is an answer.
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
