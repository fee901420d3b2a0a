import { z } from 'zod'
import type { Opportunity } from '#shared/features/keywords/opportunities/contract.ts'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { monthsFrom, PLAN_NOTE_MAXIMUM, proposedMonth } from '#shared/features/keywords/planner/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { Id, text } from '#shared/http/fields.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { controlOf, TextField } from '#web/ui/form/text-field.tsx'
import { useForm, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Labelled, noteId } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { SitePicker } from '../../ground/sites/site-picker.tsx'
import { alreadyWords, FAILURES, MISSING_SITE, monthWords, plannedWords } from './messages.ts'
import { usePlan } from './queries.ts'

const WIDTH = 520
const ROWS = { minRows: 2, maxRows: 6 }
/** The month follows from the publish-by date. */
const PROPOSED = ''

const Values = z.object({
  site_id: z.union([Id], { error: MISSING_SITE }),
  month: z.string(),
  note: text(PLAN_NOTE_MAXIMUM),
})
interface PlanValues {
  site_id: number | undefined
  month: string
  note: string
}

function SiteField({ form }: { form: Form<PlanValues> }) {
  const issue = useIssue(form, 'site_id')
  const { id } = controlOf(form, 'site_id', issue)
  return (
    <Labelled id={id} label="Site" required error={issue}>
      <SitePicker
        id={id}
        value={useValue(form, 'site_id')}
        failTitle={FAILURES.sites}
        isInvalid={issue !== undefined}
        describedBy={issue === undefined ? undefined : noteId(id)}
        onChange={(site) => form.set('site_id', site)}
      />
    </Labelled>
  )
}

function MonthField({ form, today }: { form: Form<PlanValues>; today: string }) {
  const issue = useIssue(form, 'month')
  const control = controlOf(form, 'month', issue)
  return (
    <Labelled id={control.id} label="Month" error={issue}>
      <Select<string>
        {...control}
        value={useValue(form, 'month')}
        options={[
          { value: PROPOSED, label: 'From the publish-by date' },
          ...monthsFrom(today).map((month) => ({ value: month, label: monthWords(month) })),
        ]}
        onChange={(month) => form.set('month', month)}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

type Planned = Pick<Opportunity, 'name' | 'publish_by'>

/** The keywords to plan, with the proposed month of each. */
function Proposals({
  rows,
  form,
  today,
}: {
  rows: readonly Planned[]
  form: Form<PlanValues>
  today: string
}) {
  const chosen = useValue(form, 'month')
  return (
    <ul className="plan-proposals stack gap-4">
      {rows.map(({ name, publish_by: by }) => (
        <li key={name}>
          <strong className="medium">{name}</strong>
          <span className="meta">
            {monthWords(chosen === PROPOSED ? proposedMonth(by, today) : chosen)}
            {by === null ? ', no season' : `, publish by ${dayWords(by.date, today)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface PlanDialogProps {
  rows: readonly Planned[]
  country: Country
  onClose: () => void
  /** The keywords are on the plan now, or were already. */
  onPlanned: () => void
  /** Opens the plan. */
  onShow: () => void
}

/** Adds a market's keywords to the plan of a site. */
export function PlanDialog({ rows, country, onClose, onPlanned, onShow }: PlanDialogProps) {
  const today = useToday()
  const { mutateAsync: plan } = usePlan()
  const form = useForm<PlanValues>({
    id: 'plan',
    known: { values: { site_id: undefined, month: PROPOSED, note: '' } },
    check: (values) => issuesIn(Values, values),
  })
  const send = async (values: PlanValues) => {
    const { site_id, month, note } = Values.parse(values)
    const keywords = rows.map(({ name }) => name)
    const body = { country, keywords, site_id, note: note.trim(), ...(month === PROPOSED ? {} : { month }) }
    const { planned, already } = await plan(body)
    notify({
      kind: planned.length > 0 ? 'success' : 'info',
      title: plannedWords(planned.length),
      ...(already.length > 0 ? { description: alreadyWords(already.length) } : {}),
      more: [{ label: 'Show the planner', run: onShow }],
    })
  }
  return (
    <FormDialog
      form={form}
      failTitle={FAILURES.plan}
      title={rows.length === 1 ? 'Plan a keyword' : `Plan ${countedIn(rows.length, 'keyword')}`}
      width={WIDTH}
      submitText="Plan"
      onSubmit={() =>
        void form.submit(send, () => {
          onPlanned()
          onClose()
        })
      }
      onClose={onClose}
    >
      <div className="stack gap-16">
        <Proposals rows={rows} form={form} today={today} />
        <SiteField form={form} />
        <MonthField form={form} today={today} />
        <TextField form={form} name="note" label="Note" max={PLAN_NOTE_MAXIMUM} rows={ROWS} />
      </div>
    </FormDialog>
  )
}
