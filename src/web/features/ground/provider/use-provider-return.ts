import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RETURN_MARK } from '#shared/features/ground/provider/rules.ts'
import { useComplete } from './queries.ts'

/** Completes the call that sent the browser to the provider, once it is back; null where there is none. */
export function useProviderReturn(label: string | null): void {
  const isBack = useLocation({ select: ({ hash }) => hash === RETURN_MARK })
  const navigate = useNavigate()
  const { mutate: complete } = useComplete(label ?? '')
  useEffect(() => {
    if (!isBack || label === null) return
    complete()
    void navigate({ to: '.', search: true, hash: '', replace: true })
  }, [isBack, label, complete, navigate])
}
