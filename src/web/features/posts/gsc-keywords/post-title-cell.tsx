import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'

interface PostTitleProps {
  code: string
  title: string
  /** The public URL. */
  address?: string | null
}

/** A post by its site and title, linked to its public URL. */
export function PostTitleCell({ code, title, address }: PostTitleProps) {
  return (
    <span className="gsc-post row gap-10">
      <SiteCodeBadge code={code} />
      {address ? (
        <a className="gsc-title" href={address} target="_blank" rel="noopener noreferrer" title={title}>
          {title}
        </a>
      ) : (
        <span className="gsc-title" title={title}>
          {title}
        </span>
      )}
    </span>
  )
}
