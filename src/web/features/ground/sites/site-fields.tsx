import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { IMAGE_TYPES } from '#shared/features/ground/images/contract.ts'
import { useStoreImage } from '#web/features/articles/articles/queries.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { FAILURES } from './messages.ts'
import type { SiteFormOf, SiteFormValues } from './use-site-form.ts'

const LOGO = 40

interface PartProps {
  form: SiteFormOf
}

/**
 * The logo: uploaded at once, and assigned to the site with the next save. Without one the site gets its
 * initial.
 */
function LogoField({ form }: PartProps) {
  const url = useValue(form, 'logo_url')
  const issue = useIssue(form, 'logo_url')
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useStoreImage(() => {})
  const store = (file: File | undefined) => {
    if (!file) return
    setFault(undefined)
    mutate(
      { source: file, key: 'logo', site: undefined },
      {
        onSuccess: (stored) => form.set('logo_url', stored),
        onError: ({ message }) => setFault(`${FAILURES.logo} ${message}`),
      },
    )
  }
  const id = form.fieldId('logo_url')
  return (
    <fieldset className="site-logo cluster gap-12 row-gap-8">
      <legend>Logo</legend>
      {url === '' ? (
        <span className="meta">Without a logo, the site’s initial is shown</span>
      ) : (
        <img src={url} alt="Logo" width={LOGO} height={LOGO} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo file"
        accept={IMAGE_TYPES.join(',')}
        onChange={(event) => {
          store(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button
        icon={<Upload size={16} aria-hidden="true" />}
        loading={isPending}
        onClick={() => input.current?.click()}
      >
        {url === '' ? 'Upload' : 'Replace'}
      </Button>
      <FieldError id={id} error={fault ?? issue} />
    </fieldset>
  )
}

interface SwitchFieldProps extends PartProps {
  name: 'sandbox' | 'links_products' | 'shows_prices' | 'changes_live_posts'
  label: string
  words: (isOn: boolean) => string
}

function SwitchField({ form, name, label, words }: SwitchFieldProps) {
  const id = form.fieldId(name)
  const isOn = useValue(form, name)
  return (
    <div className="labelled">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="site-switch row gap-8">
        <Switch size="medium" id={id} checked={isOn} onChange={(on) => form.set(name, on)} />
        <span className="quiet">{words(isOn)}</span>
      </div>
    </div>
  )
}

const BOARDS: readonly { name: keyof SiteFormValues & ('asana_gid' | 'copyboard_gid'); label: string }[] = [
  { name: 'asana_gid', label: 'Content board' },
  { name: 'copyboard_gid', label: 'Copyboard' },
]

/** The fields of a site. */
export function SiteFields({ form }: PartProps) {
  return (
    <>
      <div className="site-row">
        <TextField form={form} name="display_name" label="Name" required autoFocus max={100} />
        <TextField form={form} name="code" label="Code" required placeholder="two letters" />
      </div>
      <TextField
        form={form}
        name="url"
        label="Address"
        required
        spellCheck={false}
        placeholder="https://openkitchen.example"
      />
      <LogoField form={form} />
      <div className="site-halves">
        {BOARDS.map(({ name, label }) => (
          <TextField key={name} form={form} name={name} label={label} placeholder="number of the board" />
        ))}
      </div>
      <TextField
        form={form}
        name="affiliate_tag"
        label="Affiliate tag"
        spellCheck={false}
        placeholder="openkitchen-20"
      />
      <TextField
        form={form}
        name="disclosure"
        label="Disclosure"
        rows={{ minRows: 2, maxRows: 4 }}
        max={500}
        placeholder="Leave empty to show no disclosure"
      />
      <div className="site-halves">
        <SwitchField
          form={form}
          name="links_products"
          label="Product links"
          words={(isOn) => (isOn ? 'Posts link to the products' : 'The site’s theme adds the links')}
        />
        <SwitchField
          form={form}
          name="shows_prices"
          label="Prices"
          words={(isOn) => (isOn ? 'Shown, updated daily' : 'Posts show no prices')}
        />
      </div>
      <SwitchField
        form={form}
        name="sandbox"
        label="Sandbox"
        words={(isOn) => (isOn ? 'For testing only' : 'A live site')}
      />
      <SwitchField
        form={form}
        name="changes_live_posts"
        label="Change live posts"
        words={(isOn) =>
          isOn
            ? 'Copydesk may change posts it didn’t write: their products, or the whole text with an approved update'
            : 'Posts not written in Copydesk are edited on the site only'
        }
      />
    </>
  )
}
