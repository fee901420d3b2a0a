import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { EMPTY, FAILURES } from './messages.ts'
import { keywordQuery } from './queries.ts'

interface LoadedKeywordDialogProps {
  id: number
  /** Shown while the keyword loads, or if it does not exist. */
  title: string
  width?: number
  onClose: () => void
  children: (row: KeywordRow) => ReactNode
}

/** A dialog about the keyword with this id. */
export function LoadedKeywordDialog({ id, children, ...dialog }: LoadedKeywordDialogProps) {
  const { data, error, refetch } = useQuery(keywordQuery(id))
  if (data) return children(data)
  return (
    <Dialog open {...dialog}>
      {error instanceof ApiError && error.status === 404 ? (
        <Empty text={EMPTY} />
      ) : error ? (
        <Failed title={FAILURES.list} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}
