import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../sites/queries.ts'

const LOGO = 20

/** A site by its logo; by its code as long as that is all that is known. */
export function SiteLogo({ code }: { code: string }) {
  const { data } = useQuery(sitesQuery)
  const site = data?.find((each) => each.code.toLowerCase() === code)
  return site ? (
    <img src={site.logo_url} alt={site.display_name} title={site.display_name} width={LOGO} height={LOGO} />
  ) : (
    <span className="meta">{code}</span>
  )
}

interface PostTitleProps {
  code: string
  title: string
  /** Where readers find it. */
  address?: string | null
}

/** A post by its site and its title, which leads to where readers find it. */
export function PostTitleCell({ code, title, address }: PostTitleProps) {
  return (
    <span className="gsc-post">
      <SiteLogo code={code} />
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
