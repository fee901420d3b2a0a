import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import { SiteBody, type SitePatch } from '#shared/features/ground/sites/form.ts'
import { DISCLOSURE } from '#shared/features/ground/sites/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { useSaveSite } from './queries.ts'

export interface SiteFormValues {
  code: string
  display_name: string
  url: string
  logo_url: string
  asana_gid: string
  copyboard_gid: string
  affiliate_tag: string
  sandbox: boolean
  links_products: boolean
  shows_prices: boolean
  disclosure: string
  changes_live_posts: boolean
}

/** The initial values of the form; `null` is a new site. */
const startValues = (site: ManagedSite | null): SiteFormValues => ({
  code: site?.code ?? '',
  display_name: site?.display_name ?? '',
  url: site?.url ?? '',
  logo_url: site?.logo_url ?? '',
  asana_gid: site?.asana_gid ?? '',
  copyboard_gid: site?.copyboard_gid ?? '',
  affiliate_tag: site?.affiliate_tag ?? '',
  sandbox: site?.sandbox ?? false,
  links_products: site?.links_products ?? true,
  shows_prices: site?.shows_prices ?? true,
  disclosure: site?.disclosure ?? DISCLOSURE,
  changes_live_posts: site?.changes_live_posts ?? false,
})

/**
 * All values of a new site; only the changed ones of an existing site, so that changes by other users are
 * kept.
 */
function bodyOf(values: SiteFormValues, base: SiteFormValues, isNew: boolean): SitePatch {
  const { logo_url: logo, ...rest } = values
  const whole = { ...rest, ...(logo === '' ? {} : { logo_url: logo }) }
  if (isNew) return whole
  return Object.fromEntries(
    keysOf(whole).flatMap((name) => (whole[name] === base[name] ? [] : [[name, whole[name]]])),
  )
}

/** The form of a site. */
export function useSiteForm(site: ManagedSite | null, onSaved: () => void) {
  const { mutateAsync: save } = useSaveSite(site?.site_id ?? null)
  const form = useForm<SiteFormValues>({
    id: 'site',
    stashAs: `site.${site?.site_id ?? 'new'}`,
    known: { values: startValues(site) },
    check: SiteBody,
    fieldOf: (error) => ('status' in error && error.status === 409 ? 'code' : undefined),
  })
  const submit = () =>
    form.submit((values, { base }) => save(bodyOf(values, base.values, site === null)), onSaved)
  return { form, submit, save }
}

export type SiteFormOf = ReturnType<typeof useSiteForm>['form']
