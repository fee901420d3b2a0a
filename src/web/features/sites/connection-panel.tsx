import { Button } from 'antd'
import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react'
import { useTestConnection } from './queries.ts'

/** Asks the systems of a site, now, whether they let us in. */
export function ConnectionPanel({ siteId }: { siteId: number }) {
  const { mutate, isPending, data } = useTestConnection(siteId)
  return (
    <section className="site-connection" aria-label="Connection">
      <Button icon={<PlugZap size={16} aria-hidden="true" />} loading={isPending} onClick={() => mutate()}>
        Test connection
      </Button>
      {data && (
        <ul aria-live="polite">
          {data.map(({ label, ok, detail }) => (
            <li key={label}>
              {ok ? (
                <CircleCheck size={16} role="img" aria-label="Works" className="tone-good" />
              ) : (
                <CircleAlert size={16} role="img" aria-label="Does not work" className="tone-bad" />
              )}
              <span>
                <b>{label}</b> {detail}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
