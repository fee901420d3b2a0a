import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from './queries.ts'

const LOGO = 20

/** A site by its logo if its code is known, else by its code. */
export function SiteCodeBadge({ code }: { code: string }) {
  const { data } = useQuery(sitesQuery)
  const site = data?.find((each) => each.code.toLowerCase() === code.toLowerCase())
  if (site === undefined) return <span className="meta">{code}</span>
  const { display_name: name, logo_url: src } = site
  return <img src={src} alt={name} title={name} width={LOGO} height={LOGO} />
}
