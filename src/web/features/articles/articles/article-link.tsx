import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'

interface ArticleLinkProps {
  id: number
  className?: string
  children: ReactNode
}

/** A link to an article's page; plain text for users who may not open it. */
export function ArticleLink({ id, className, children }: ArticleLinkProps) {
  const user = useUser()
  if (!mayOpen(SCREENS.article.access, visitorOf(user))) return children
  return (
    <Link
      to={SCREENS.article.path}
      params={{ id: String(id) }}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  )
}
