import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Route, Webhook } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { EXPLANATION } from './messages.ts'
import { PostStyleNote } from './post-style-note.tsx'
import { managedSitesQuery } from './queries.ts'
import { SitesSearch } from './search.ts'
import { SilentBoardsNote } from './silent-boards-note.tsx'
import { SitesTable } from './sites-table.tsx'

const SiteDialog = onDemand(() => import('./site-dialog.tsx').then(({ SiteDialog }) => SiteDialog))
const AdoptionDialog = onDemand(() =>
  import('#web/features/posts/adoptions/adoption-dialog.tsx').then(({ AdoptionDialog }) => AdoptionDialog),
)
const WebhookDialog = onDemand(() =>
  import('./webhook-dialog.tsx').then(({ WebhookDialog }) => WebhookDialog),
)
const TunnelDialog = onDemand(() => import('./tunnel-dialog.tsx').then(({ TunnelDialog }) => TunnelDialog))

/** The tunnel is only for development servers, and for users who may manage webhooks there. */
function useMayTunnel(): boolean {
  const mayManage = useMay('ManageWebhooks')
  const { data } = useQuery(healthQuery)
  return mayManage && data?.tunnels === true
}

interface OpenDialogsProps {
  search: SitesSearch
  onClose: () => void
}

/** The dialog that the address names, if the user has the permission. */
function OpenDialog({ search, onClose }: OpenDialogsProps) {
  const mayManage = useMay('ManageWebhooks')
  const mayTunnel = useMayTunnel()
  const { data } = useQuery(managedSitesQuery)
  if (search.new !== undefined) return <SiteDialog site={null} onClose={onClose} />
  const edited = data?.find(({ site_id: id }) => id === search.site)
  if (edited) return <SiteDialog key={edited.site_id} site={edited} onClose={onClose} />
  const adopted = data?.find(({ site_id: id }) => id === search.adopt)
  if (adopted) return <AdoptionDialog key={adopted.site_id} site={adopted} onClose={onClose} />
  if (search.webhook !== undefined && mayManage)
    return <WebhookDialog key={search.webhook} gid={search.webhook} onClose={onClose} />
  return search.tunnel !== undefined && mayTunnel ? <TunnelDialog onClose={onClose} /> : null
}

/** The sites we publish, and whether the webhooks of their boards are active. */
export function SitesScreen() {
  const [search, change] = useSearchState(SitesSearch)
  const sites = useQuery(managedSitesQuery)
  const mayTunnel = useMayTunnel()
  const mayManageWebhooks = useMay('ManageWebhooks')
  return (
    <Page
      title={SCREENS.sites.title}
      count={sites.data?.length}
      actions={
        <>
          {mayTunnel && (
            <Button icon={<Route size={16} aria-hidden="true" />} onClick={() => change({ tunnel: '1' })}>
              Tunnel URL
            </Button>
          )}
          {mayManageWebhooks && (
            <Link to={SCREENS.eventHooks.path} className="btn" aria-label={SCREENS.eventHooks.title}>
              <Webhook aria-hidden="true" />
              <span className="wide-only">{SCREENS.eventHooks.title}</span>
            </Link>
          )}
          <Button
            type="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => change({ new: '1' })}
          >
            New Site
          </Button>
        </>
      }
    >
      <SilentBoardsNote sites={sites.data ?? []} />
      <SitesTable search={search} onChange={change} query={sites} />
      <p className="meta sites-explained">{EXPLANATION}</p>
      <PostStyleNote sites={sites.data ?? []} />
      <OpenDialog
        search={search}
        onClose={() =>
          change({ site: undefined, new: undefined, adopt: undefined, webhook: undefined, tunnel: undefined })
        }
      />
    </Page>
  )
}
