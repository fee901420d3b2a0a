import { Input } from 'antd'
import { CircleMinus, TriangleAlert } from 'lucide-react'
import { Fragment, useState } from 'react'
import { type Finding, OVERRIDE_REASON_MAXIMUM } from '#shared/features/articles/preflight/contract.ts'
import { findingKey } from '#shared/features/articles/preflight/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { FieldError, noteId } from '#web/ui/input/labelled.tsx'
import { LengthNote } from '#web/ui/input/length-note.tsx'
import { fieldId } from './use-article-editor.ts'
import { type PreflightState, reasonFault, reasonId } from './use-preflight.ts'

/** Focuses the field of a finding, or the first control of its part of the form. */
function goTo(path: string) {
  const control = document.getElementById(fieldId(path))
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** The form's name of the field. */
function fieldName(path: string): string {
  const [list = '', position, field = ''] = path.split('.')
  const number = Number(position) + 1
  if (list === 'faqs') return `Question ${number}`
  if (list === 'products' && position !== undefined) return `${PRODUCT_FIELDS[field] ?? 'Product'} ${number}`
  return FIELDS[list] ?? 'the field'
}

const PRODUCT_FIELDS: Readonly<Record<string, string>> = {
  asin: 'ASIN',
  name: 'Name',
  award: 'Award',
  summary: 'Summary',
}
const FIELDS: Readonly<Record<string, string>> = {
  siteId: 'Site',
  keywords: 'Keyword',
  products: 'Products',
  imageUrl: 'Hero image',
}

interface FindingProps {
  finding: Finding
  /** The user tried to submit the article. */
  isAsked: boolean
  reason: string | undefined
  onReason: (reason: string) => void
}

interface ReasonFieldProps extends Omit<FindingProps, 'reason'> {
  reason: string
  isNeeded: boolean
  /** Opened by the user who is about to type. */
  isOpened: boolean
}

function ReasonField({ finding, isAsked, reason, onReason, isNeeded, isOpened }: ReasonFieldProps) {
  const id = reasonId(finding)
  const fault = reasonFault(reason, isNeeded && isAsked)
  return (
    <>
      <Input
        id={id}
        size="small"
        className="preflight-reason"
        aria-label={`Reason to submit anyway: ${finding.message}`}
        aria-required={isNeeded || undefined}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? noteId(id) : undefined}
        status={fault ? 'error' : ''}
        placeholder={
          isNeeded
            ? 'Required: explain to QA why this is correct.'
            : 'Explain to QA why this is OK (optional).'
        }
        autoFocus={isOpened}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        onPressEnter={(event) => {
          if (!event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      />
      <LengthNote text={reason} max={OVERRIDE_REASON_MAXIMUM} />
      <FieldError id={id} error={fault} />
    </>
  )
}

function Reason({ reason = '', ...props }: FindingProps) {
  const [isOpened, setOpened] = useState(false)
  const { override, needs_reason: needsReason } = props.finding
  const isNeeded = needsReason && !override
  if (isOpened || reason !== '' || isNeeded)
    return <ReasonField {...props} {...{ reason, isNeeded, isOpened }} />
  return (
    <span className="preflight-override inline-cluster align-stretch gap-4">
      {override && (
        <span className="quiet">
          {fullName(override.user)}: “{override.reason}”
        </span>
      )}
      <Button type="link" size="small" onClick={() => setOpened(true)}>
        {override ? 'Change the reason' : 'Give a reason to QA'}
      </Button>
    </span>
  )
}

function FindingItem(props: FindingProps) {
  const { finding } = props
  const { level, message, path } = finding
  const Icon = level === 'blocking' ? CircleMinus : TriangleAlert
  return (
    <li className={`finding ${level}`}>
      <Icon size={14} role="img" aria-label={level} />
      <div>
        <span>{message}</span>
        {level === 'warning' && <Reason {...props} />}
      </div>
      {path !== null && (
        <Button type="link" size="small" onClick={() => goTo(path)}>
          Go to {fieldName(path)}
          <span className="visually-hidden">: {message}</span>
        </Button>
      )}
    </li>
  )
}

function Counts({ findings }: Pick<PreflightState, 'findings'>) {
  const blocking = findings.filter(({ level }) => level === 'blocking').length
  const warnings = findings.length - blocking
  return (
    <>
      {blocking > 0 && <span className="count-pill bad">{blocking} blocking</span>}
      {warnings > 0 && (
        <span className="count-pill warn">
          {warnings} {warnings === 1 ? 'warning' : 'warnings'}
        </span>
      )}
    </>
  )
}

function progressOf({ isOff, isQuiet, hasFailed, isUnfit, passed, rules }: PreflightState): string {
  if (isOff) return 'switched off: only required fields are checked'
  if (isQuiet) return 'checks as you write'
  if (isUnfit) return 'waiting until every text fits its field'
  if (hasFailed) return 'couldn’t run just now; you can still submit'
  return rules === 0 ? 'checking …' : `${passed} of ${rules} rules pass`
}

/** The findings against submitting; above the dialog's buttons, so that they never scroll out of view. */
export function PreflightPanel({ state }: { state: PreflightState }) {
  const { findings, rules, unread, stale, isChecking, isUnfit, hasFailed } = state
  const isTally = !hasFailed && !isUnfit && rules > 0 && !state.isOff && findings.length > 0
  return (
    <section className="preflight" aria-label="Preflight" aria-busy={isChecking}>
      <div className="preflight-head cluster gap-8 row-gap-4 small" role="status">
        <h3>Preflight</h3>
        <Counts findings={findings} />
        <span className={isTally ? 'quiet tally' : 'quiet'}>{progressOf(state)}</span>
      </div>
      {findings.length > 0 && (
        <ul className="findings">
          {findings.map((finding) => (
            <FindingItem
              key={findingKey(finding)}
              finding={finding}
              isAsked={state.isAsked}
              reason={state.reasons[findingKey(finding)]}
              onReason={(reason) => state.giveReason(finding, reason)}
            />
          ))}
        </ul>
      )}
      {unread.length > 0 && (
        <p className="quiet">
          The catalogue didn’t answer, so we don’t know the stock of {unread.join(', ')}.
        </p>
      )}
      {stale.length > 0 && (
        <p className="quiet">
          The catalogue isn’t answering. Its last answer:{' '}
          {stale.map(({ asin, name, as_of }, index) => (
            <Fragment key={asin}>
              {index > 0 && '; '}
              {asin} is “{name}” (<RelativeTime moment={as_of} />)
            </Fragment>
          ))}
          .
        </p>
      )}
    </section>
  )
}
