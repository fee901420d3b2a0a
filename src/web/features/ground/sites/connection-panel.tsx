import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react'
import { useEffect } from 'react'
import { SiteCode } from '#shared/features/ground/sites/form.ts'
import { keysOf } from '#shared/format/keys.ts'
import { useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useTestConnection } from './queries.ts'
import type { SiteFormOf } from './use-site-form.ts'

/** Tests the credentials in the form before they are saved. */
export function ConnectionPanel({ form }: { form: SiteFormOf }) {
  const { mutate, isPending, data, variables, reset } = useTestConnection()
  const typed = {
    code: useValue(form, 'code').trim(),
    asana_gid: useValue(form, 'asana_gid').trim(),
    copyboard_gid: useValue(form, 'copyboard_gid').trim(),
  }
  const isOther = variables !== undefined && keysOf(typed).some((name) => typed[name] !== variables[name])
  // The result belongs to the values that were tested.
  useEffect(() => {
    if (isOther) reset()
  }, [isOther, reset])
  return (
    <section className="site-connection" aria-label="Connection">
      <Button
        icon={<PlugZap size={16} aria-hidden="true" />}
        loading={isPending}
        disabled={!SiteCode.safeParse(typed.code).success}
        title={SiteCode.safeParse(typed.code).success ? undefined : 'Enter the site’s code first'}
        onClick={() => mutate(typed)}
      >
        Test connection
      </Button>
      {data && (
        <ul aria-live="polite">
          {data.map(({ label, ok, detail }) => (
            <li key={label}>
              {ok ? (
                <CircleCheck size={16} role="img" aria-label="Works" className="tone-good" />
              ) : (
                <CircleAlert size={16} role="img" aria-label="Doesn’t work" className="tone-bad" />
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
