import type { Site } from '#shared/features/ground/sites/contract.ts'

type Shown = Pick<Site, 'site_id' | 'display_name' | 'logo_url'>

/** A site by its logo, which is decorative because the name is beside it; without a logo only the name. */
export function SiteBadge({ site: { display_name: name, logo_url: src } }: { site: Omit<Shown, 'site_id'> }) {
  return (
    <span className="named-logo">
      {src && <img src={src} alt="" width={20} height={20} />}
      {name}
    </span>
  )
}

/** A site as an option of a select, searched by its name. */
export const siteOption = (site: Shown) => ({
  value: site.site_id,
  label: <SiteBadge site={site} />,
  name: site.display_name,
})

/** Several sites by their logos; those that do not fit are counted, and named on hover. */
export function SiteLogosBadge({ sites, most = sites.length }: { sites: readonly Shown[]; most?: number }) {
  const rest = sites.slice(most).map(({ display_name: name }) => name)
  return (
    <span className="site-logos">
      {sites.slice(0, most).map(({ site_id: id, display_name: name, logo_url: src }) => (
        <img key={id} src={src} alt={name} title={name} width={20} height={20} />
      ))}
      {rest.length > 0 && (
        <span className="meta" title={rest.join(', ')}>
          +{rest.length}
          <span className="visually-hidden"> {rest.join(', ')}</span>
        </span>
      )}
    </span>
  )
}
