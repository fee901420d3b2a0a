import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'

interface ArticleLinkProps {
  id: number
  className?: string
  /** Said in place of its title. */
  label?: string
  children: ReactNode
}

/** Leads to the page of an article; plain words for those who may not open it. */
export function ArticleLink({ id, className, label, children }: ArticleLinkProps) {
  const user = useUser()
  if (!mayOpen(SCREENS.article.access, visitorOf(user))) return children
  return (
    <Link
      to={SCREENS.article.path}
      params={{ id: String(id) }}
      {...(className === undefined ? {} : { className })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Link>
  )
}
