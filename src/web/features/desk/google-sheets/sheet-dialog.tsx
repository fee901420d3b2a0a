import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SheetBody } from '#shared/features/desk/google-sheets/contract.ts'
import { SHEET_SITE_CODES } from '#shared/features/desk/google-sheets/rules.ts'
import type { ListedSite } from '#shared/features/ground/sites/contract.ts'
import { choosable, sitesQuery } from '#web/features/ground/sites/queries.ts'
import { siteOption } from '#web/features/ground/sites/site-badge.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { controlOf, TextField } from '#web/ui/form/text-field.tsx'
import { useForm, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { HELP, MESSAGES } from './messages.ts'
import { useCreateSheet } from './queries.ts'

const WIDTH = 520

interface SheetValues {
  siteId: number | null
  googleSheetId: string
  asanaBoardId: string
}

const START: SheetValues = { siteId: null, googleSheetId: '', asanaBoardId: '' }

/** An inline help text on where to find a value. */
function useHelp(what: string, text: string): { aside: ReactNode; note: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  return {
    aside: (
      <button
        type="button"
        className="sheet-help inline-row gap-4"
        aria-expanded={isOpen}
        aria-label={`Where to find it: ${what}`}
        onClick={() => setOpen(!isOpen)}
      >
        <CircleHelp size={14} aria-hidden="true" />
        Where to find it
      </button>
    ),
    note: isOpen && (
      <p className="sheet-help-note" role="note">
        {text}
      </p>
    ),
  }
}

const FIRST: readonly string[] = SHEET_SITE_CODES

/** The sites that have always had sheets come first, in their order; then the others by code. */
function inOrder(sites: readonly ListedSite[]): ListedSite[] {
  const place = ({ code }: ListedSite) => {
    const at = FIRST.indexOf(code.toUpperCase())
    return at < 0 ? FIRST.length : at
  }
  return sites.toSorted((one, other) => place(one) - place(other) || one.code.localeCompare(other.code))
}

function SiteField({ form }: { form: Form<SheetValues> }) {
  const { data } = useQuery(sitesQuery)
  const value = useValue(form, 'siteId')
  const issue = useIssue(form, 'siteId')
  const control = controlOf(form, 'siteId', issue)
  const sites = inOrder(choosable(data, []))
  return (
    <Labelled id={control.id} label="Site" required error={issue}>
      <Select
        {...control}
        aria-label="Site"
        value={value}
        placeholder="Choose a site"
        showSearch={{ optionFilterProp: 'name' }}
        options={sites.map((site) => ({
          ...siteOption(site),
          name: `${site.code} ${site.display_name}`,
          label: (
            <span className="inline-row gap-8">
              <b>{site.code.toUpperCase()}</b> {siteOption(site).label}
            </span>
          ),
        }))}
        onChange={(siteId) => form.set('siteId', siteId)}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

/** Links a sheet with a task board; a refusal is shown inside the dialog. */
export function SheetDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: create } = useCreateSheet()
  const form = useForm<SheetValues>({
    id: 'sheet',
    stashAs: 'google-sheet.new',
    known: { values: START },
    check: (values) => issuesIn(SheetBody, values),
  })
  const sheetHelp = useHelp('Google Sheet', HELP.sheet)
  const boardHelp = useHelp('Task board', HELP.board)
  const submit = () => {
    // The values were validated against the same schema.
    void form.submit((values) => create(SheetBody.parse(values)), onClose)
  }
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.createFailed}
      title="New link"
      width={WIDTH}
      submitText="Create"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="stack gap-16">
        <SiteField form={form} />
        <TextField
          form={form}
          name="googleSheetId"
          label="Google Sheet"
          required
          spellCheck={false}
          aside={sheetHelp.aside}
          onPressEnter={submit}
        >
          {sheetHelp.note}
        </TextField>
        <TextField
          form={form}
          name="asanaBoardId"
          label="Task board"
          required
          spellCheck={false}
          aside={boardHelp.aside}
          onPressEnter={submit}
        >
          {boardHelp.note}
        </TextField>
      </div>
    </FormDialog>
  )
}
